"""Books of content: what is made of packs, how faults are told, and whose words are said."""

import pytest

from arbiter.content import Fault, Library, PackError, Vocabulary
from arbiter.kit.books import Book, Shelf, Thing, must_know

WARES = '[pack]\nname = "Wares"\n\n[ware.bell]\nname = "Bell"\ntext = "It rings."\nprinted = false\n'


class Ware(Thing, frozen=True, kw_only=True):
    text: str = ""
    likes: str = ""


class Stall(Book):
    called, texts = {"ware": "thing"}, {"text": "about"}

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        for key, ware in library.all("ware", Ware).items():
            with self.about("ware", key):
                must_know("likes", filter(None, [ware.likes]), library.entries["ware"])


@pytest.fixture
def shelf(tmp_path):
    (tmp_path / "wares.toml").write_text(WARES)
    return Shelf(tmp_path, ["wares"], {"ware": Ware}, Vocabulary(()), Stall)


def test_names_and_texts_are_words_of_the_catalogue(shelf):
    assert shelf.book().words == {"thing.bell": "Bell", "about.bell": "It rings."}


def test_a_book_is_made_once_for_the_same_packs(shelf):
    comb = '[pack]\nname = "Combs"\n\n[ware.comb]\nname = "Comb"\nlikes = "bell"\n'

    assert shelf.book() is shelf.book(())
    assert shelf.book((comb,)) is shelf.book((comb,))
    assert shelf.book((comb,)).words["thing.comb"] == "Comb"
    assert "thing.comb" not in shelf.book().words


def test_a_fault_names_the_entry_that_it_is_about(shelf):
    with pytest.raises(PackError, match=r"ware\.comb: likes: there is no gong"):
        shelf.book(('[pack]\nname = "Combs"\n\n[ware.comb]\nname = "Comb"\nlikes = "gong"\n',))
    with pytest.raises(PackError, match=r"ware\.bell: text: too loud"), shelf.book().about("ware", "bell"):
        raise Fault("text", "too loud")
