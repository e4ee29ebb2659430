"""Qadardálikoi: the field battle."""
