"""`python -m arbiter` is `arbiter`."""

from .cli import main

if __name__ == "__main__":
    main()
