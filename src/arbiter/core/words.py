"""The core's own words: why an answer or an option is refused, or advised, whatever the game."""

from __future__ import annotations

from .messages import Catalogue

REFUSALS: dict[str, dict[str, str]] = {
    "en": {
        "refused.over": "the game is over",
        "refused.turn": "seat {seat} is not asked anything now; the table waits for seat {waiting}",
        "refused.option": "{answer} is not among the options: {options}",
        "refused.option.more": "{answer} is not among the options: {options} and {more} more",
        "refused.number": "a whole number from {least} to {most} is wanted, not {answer}",
        "refused.range": "{answer} is out of range: from {least} to {most}",
        "refused.list": "a list of values is wanted, not {answer}",
        "refused.twice": "each value may be named once only",
        "refused.count": "exactly {least} of them must be named, not {count}",
        "refused.count.between": "{least} to {most} of them must be named, not {count}",
        "refused.place": "a place (x, y) in whole numbers is wanted, not {answer}",
        "refused.place.facing": "a place (x, y, facing) in whole numbers is wanted, not {answer}",
        "refused.outside": "({x}, {y}) lies outside {left}..{right} by {top}..{bottom}",
        "refused.grid": "({x}, {y}) is off the grid of {step}",
        "refused.facing": "{facing} is not a facing: {facings}",
        "refused.facing.range": "{facing} is not a facing: from {least} to {most} by {step}",
        "refused.form": "a form with {fields} is wanted, not {answer}",
        "refused.form.unknown": "the form has no field {field}; it has {fields}",
        "refused.form.missing": "the field {field} is missing",
        "refused.form.field": "{field}: {why}",
        "refused.undo.imagined": "nothing can be taken back in an imagined world",
        "refused.undo.none": "there is no answer of yours to take back",
        "refused.undo.chance": "chance has decided something since",
        "refused.undo.others": "another seat has answered since",
        "refused.undo.secret": "a secret answer stands once it is given",
        "refused.undo.settled": "that answer has had its effect; it stands",
        "told.mended": "The rules were mended in mid-game: from here on, version {rules} holds",
        "options.unknown": "there is no option '{name}'; the options are: {known}",
        "options.none": "none",
        "options.wrong": "'{value}' is wrong for {name}, which takes: {right}",
        "options.number": "a number",
        "options.number.from": "a number from {least}",
        "options.number.between": "a number from {least} to {most}",
        "options.text": "a text",
        "options.switch": "true or false",
        "options.list": "a list",
        "options.unfit": "these options do not go together: {why}",
        "advice.only": "this is the only thing there is to do",
        "advice.plain": "this is what the game's own advice would do here",
        "advice.tried": "played on at random {n} times, it won {mine} % of the games, other answers {others} %",
    },
    "fr": {
        "refused.over": "la partie est terminée",
        "refused.turn": "rien n'est demandé à la place {seat} en ce moment ; la table attend la place {waiting}",
        "refused.option": "{answer} n'est pas une des possibilités : {options}",
        "refused.option.more": "{answer} n'est pas une des possibilités : {options} et {more} autres",
        "refused.number": "il faut un nombre entier de {least} à {most}, pas {answer}",
        "refused.range": "{answer} est hors limites : de {least} à {most}",
        "refused.list": "il faut une liste de valeurs, pas {answer}",
        "refused.twice": "chaque valeur ne peut être nommée qu'une fois",
        "refused.count": "il faut en nommer exactement {least}, pas {count}",
        "refused.count.between": "il faut en nommer de {least} à {most}, pas {count}",
        "refused.place": "il faut un emplacement (x, y) en nombres entiers, pas {answer}",
        "refused.place.facing": "il faut un emplacement (x, y, orientation) en nombres entiers, pas {answer}",
        "refused.outside": "({x}, {y}) est hors de {left}..{right} sur {top}..{bottom}",
        "refused.grid": "({x}, {y}) n'est pas sur la grille de {step}",
        "refused.facing": "{facing} n'est pas une orientation : {facings}",
        "refused.facing.range": "{facing} n'est pas une orientation : de {least} à {most} par {step}",
        "refused.form": "il faut un formulaire avec {fields}, pas {answer}",
        "refused.form.unknown": "le formulaire n'a pas de champ {field} ; il a {fields}",
        "refused.form.missing": "il manque le champ {field}",
        "refused.form.field": "{field} : {why}",
        "refused.undo.imagined": "rien ne peut être repris dans un monde imaginé",
        "refused.undo.none": "vous n'avez aucune réponse à reprendre",
        "refused.undo.chance": "le hasard a décidé depuis",
        "refused.undo.others": "une autre place a répondu depuis",
        "refused.undo.secret": "une réponse secrète reste acquise dès qu'elle est donnée",
        "refused.undo.settled": "cette réponse a déjà eu son effet ; elle reste acquise",
        "told.mended": "Les règles ont été corrigées en cours de partie : à partir d'ici, la version {rules} vaut",
        "options.unknown": "il n'y a pas d'option « {name} » ; les options sont : {known}",
        "options.none": "aucune",
        "options.wrong": "« {value} » ne va pas pour {name}, qui prend : {right}",
        "options.number": "un nombre",
        "options.number.from": "un nombre à partir de {least}",
        "options.number.between": "un nombre de {least} à {most}",
        "options.text": "un texte",
        "options.switch": "true ou false",
        "options.list": "une liste",
        "options.unfit": "ces options ne vont pas ensemble : {why}",
        "advice.only": "c'est la seule chose à faire",
        "advice.plain": "c'est ce que conseille le jeu lui-même",
        "advice.tried": "jouée {n} fois au hasard, elle gagne {mine} % des parties, les autres {others} %",
    },
    "de": {
        "refused.over": "das Spiel ist zu Ende",
        "refused.turn": "Platz {seat} ist jetzt nicht gefragt; der Tisch wartet auf Platz {waiting}",
        "refused.option": "{answer} steht nicht zur Wahl: {options}",
        "refused.option.more": "{answer} steht nicht zur Wahl: {options} und {more} weitere",
        "refused.number": "gebraucht wird eine ganze Zahl von {least} bis {most}, nicht {answer}",
        "refused.range": "{answer} liegt außerhalb: von {least} bis {most}",
        "refused.list": "gebraucht wird eine Liste von Werten, nicht {answer}",
        "refused.twice": "jeder Wert darf nur einmal genannt werden",
        "refused.count": "genau {least} davon müssen genannt werden, nicht {count}",
        "refused.count.between": "{least} bis {most} davon müssen genannt werden, nicht {count}",
        "refused.place": "gebraucht wird ein Ort (x, y) in ganzen Zahlen, nicht {answer}",
        "refused.place.facing": "gebraucht wird ein Ort (x, y, Richtung) in ganzen Zahlen, nicht {answer}",
        "refused.outside": "({x}, {y}) liegt außerhalb von {left}..{right} mal {top}..{bottom}",
        "refused.grid": "({x}, {y}) liegt nicht auf dem Raster von {step}",
        "refused.facing": "{facing} ist keine Richtung: {facings}",
        "refused.facing.range": "{facing} ist keine Richtung: von {least} bis {most} in Schritten von {step}",
        "refused.form": "gebraucht wird ein Formular mit {fields}, nicht {answer}",
        "refused.form.unknown": "das Formular hat kein Feld {field}; es hat {fields}",
        "refused.form.missing": "das Feld {field} fehlt",
        "refused.form.field": "{field}: {why}",
        "refused.undo.imagined": "in einer vorgestellten Welt lässt sich nichts zurücknehmen",
        "refused.undo.none": "es gibt keine Antwort von dir, die sich zurücknehmen ließe",
        "refused.undo.chance": "seither hat der Zufall entschieden",
        "refused.undo.others": "seither hat jemand anders geantwortet",
        "refused.undo.secret": "eine geheime Antwort gilt, sobald sie gegeben ist",
        "refused.undo.settled": "diese Antwort hat schon gewirkt; sie gilt",
        "told.mended": "Die Regeln wurden mitten im Spiel berichtigt: von hier an gilt Fassung {rules}",
        "options.unknown": "es gibt keine Option „{name}“; die Optionen sind: {known}",
        "options.none": "keine",
        "options.wrong": "„{value}“ ist falsch für {name}; richtig ist: {right}",
        "options.number": "eine Zahl",
        "options.number.from": "eine Zahl ab {least}",
        "options.number.between": "eine Zahl von {least} bis {most}",
        "options.text": "ein Text",
        "options.switch": "true oder false",
        "options.list": "eine Liste",
        "options.unfit": "diese Optionen passen nicht zusammen: {why}",
        "advice.only": "das ist das Einzige, was sich tun lässt",
        "advice.plain": "das rät das Spiel selbst",
        "advice.tried": "{n}-mal zufällig weitergespielt, gewann sie {mine} % der Partien, andere {others} %",
    },
}


FINDINGS: dict[str, dict[str, str]] = {
    "en": {
        "save.astray": "entry {at} of the journal, {shown}, {why}",
        "found.illegal": "is illegal: {why}",
        "found.not_chance": "should be a chance result of {sides} sides",
        "save.none": "this is no save of a game: {why}",
        "save.no_format": "it does not say its format",
        "save.format": "this save has format {format}; this version of Arbiter reads format {known}",
        "save.damaged": "this save is damaged: {why}",
        "save.rules": "this save was made with rules '{rules}' of {game}; here are rules '{known}'",
        "save.unfit": "this save does not fit the game: {why}",
        "save.no_answer": "seat {seat} has no answer at entry {at} of the journal to take back",
        "save.no_entry": "the journal has no entry {at} to which mended rules could go back",
        "found.game": "the save is one of {saved}, not of {game}",
        "found.stops": "the journal stops where the rules would have gone on by themselves",
        "found.written": "an answer in the journal is not written as the rules write it",
        "found.outcome": "the outcome in the save is not the one the rules reach",
        "found.seed": "the seed does not fit the commitment in the save",
        "found.commitment": "the save commits to {saved}, not to {shown}",
        "found.unopened": "seat {seat} did not open its chance, and the table was begun without it",
        "found.pledge": "the entropy of seat {seat} is not what the seat has pledged",
        "found.no_pledge": "seat {seat} added entropy without a pledge",
        "found.stray": "the save has {what} of seat {seat}, and no such seat",
        "found.seating": "the save does not say of every seat who sat there",
        "found.head": "the head in the save is not that of its setting and journal",
        "found.no_head": "the save has no head",
        "found.no_seating": (
            "the save does not say who sat there and has no head: it was checked against its seed and the rules alone"
        ),
        "found.missed": "the journal does not come by the head {head}",
        "found.roll": "roll {n} (entry {at}) was {result} of {sides}; the dice give {due}",
        "found.sides": "the rules roll {sides} sides there",
        "found.mended": "rules were mended at entry {at}: of what no longer stood then, only rolls are checked",
        "found.entry": "entry {at} of the log, {shown}: {why}",
        "found.end": "the end",
        "found.not_asked": "is not what the rules ask for there",
        "found.other_undo": "takes back something else than the seat's last answer",
        "found.other_roll": "is a roll for which the rules do not ask",
        "found.agreed": "is said to be agreed on by seats who could not agree to it",
        "found.granted": "entry {at}: seat {seat} took back, agreed on by seat {by}",
        "found.granted.silent": (
            "entry {at}: seat {seat} took back, agreed on by seat {by}; seat {silent} was not asked"
        ),
        "store.in_use": (
            "another Arbiter{who} already serves the tables in {path}. One program serves such a file; for "
            "several, keep the tables in PostgreSQL: --store postgresql://…"
        ),
        "store.process": " (process {n})",
        "store.unreadable": "{path} cannot be read as a store of games: {why}",
        "store.newer": "{path} was written by a newer Arbiter (layout {version}; this one knows {latest})",
        "store.moved": "the file {path} is not the one that was opened any more",
        "store.gone": "the file {path} is gone: {why}",
        "store.database": "the database cannot be used as a store of games: {why}",
        "store.database.newer": "this database is of a newer Arbiter (layout {version}; this one knows {latest})",
        "store.scheme": "tables are kept in a file or at postgresql://…, not at {scheme}://…",
        "store.library": (
            "PostgreSQL needs a library that is not installed ({library}): pip install 'arbiter-table[postgres]'"
        ),
        "store.line": "line {n} is no exported table: {why}",
        "store.line.format": "line {n} has format {format}; this version of Arbiter reads format {known}",
    },
    "fr": {
        "save.astray": "l'entrée {at} du journal, {shown}, {why}",
        "found.illegal": "est illégale: {why}",
        "found.not_chance": "devrait être un résultat du hasard à {sides} faces",
        "save.none": "ce n'est pas une partie enregistrée: {why}",
        "save.no_format": "elle ne dit pas son format",
        "save.format": "cette partie enregistrée a le format {format}; cet Arbiter lit le format {known}",
        "save.damaged": "cette partie enregistrée est abîmée: {why}",
        "save.rules": (
            "cette partie a été enregistrée avec les règles « {rules} » de {game}; ici, ce sont les règles « {known} »"
        ),
        "save.unfit": "cette partie enregistrée ne va pas avec le jeu: {why}",
        "save.no_answer": "la place {seat} n'a pas de réponse à reprendre à l'entrée {at} du journal",
        "save.no_entry": "le journal n'a pas d'entrée {at} à laquelle des règles corrigées pourraient revenir",
        "found.game": "la partie enregistrée est de {saved}, pas de {game}",
        "found.stops": "le journal s'arrête là où les règles auraient continué d'elles-mêmes",
        "found.written": "une réponse du journal n'est pas écrite comme les règles l'écrivent",
        "found.outcome": "l'issue enregistrée n'est pas celle à laquelle mènent les règles",
        "found.seed": "la graine ne va pas avec l'engagement enregistré",
        "found.commitment": "la partie enregistrée s'engage sur {saved}, pas sur {shown}",
        "found.unopened": "la place {seat} n'a pas ouvert son hasard, et la table a commencé sans lui",
        "found.pledge": "l'entropie de la place {seat} n'est pas celle que la place a promise",
        "found.no_pledge": "la place {seat} a ajouté de l'entropie sans promesse",
        "found.stray": "la partie enregistrée a « {what} » pour la place {seat}, qui n'existe pas",
        "found.seating": "la partie enregistrée ne dit pas de chaque place qui y était assis",
        "found.head": "la tête enregistrée n'est pas celle de sa mise en place et de son journal",
        "found.no_head": "la partie enregistrée n'a pas de tête",
        "found.no_seating": (
            "la partie enregistrée ne dit pas qui était assis là et n'a pas de tête: elle n'a été vérifiée "
            "que par sa graine et les règles"
        ),
        "found.missed": "le journal ne passe pas par la tête {head}",
        "found.roll": "le jet {n} (entrée {at}) était {result} de {sides}; les dés donnent {due}",
        "found.sides": "les règles y jettent {sides} faces",
        "found.mended": (
            "les règles ont été corrigées à l'entrée {at}: de ce qui ne tenait plus alors, seuls les jets sont vérifiés"
        ),
        "found.entry": "entrée {at} du journal, {shown}: {why}",
        "found.end": "la fin",
        "found.not_asked": "n'est pas ce que les règles y demandent",
        "found.other_undo": "reprend autre chose que la dernière réponse de la place",
        "found.other_roll": "est un jet que les règles ne demandent pas",
        "found.agreed": "aurait été accordé par des places qui ne pouvaient pas l'accorder",
        "found.granted": "entrée {at}: la place {seat} a repris son coup, avec l'accord de la place {by}",
        "found.granted.silent": (
            "entrée {at}: la place {seat} a repris son coup, avec l'accord de la place {by}; la place "
            "{silent} n'a pas été consultée"
        ),
        "store.in_use": (
            "un autre Arbiter{who} sert déjà les tables de {path}. Un seul programme sert un tel fichier; "
            "pour plusieurs, gardez les tables dans PostgreSQL: --store postgresql://…"
        ),
        "store.process": " (processus {n})",
        "store.unreadable": "{path} ne peut pas être lu comme réserve de parties: {why}",
        "store.newer": (
            "{path} a été écrit par un Arbiter plus récent (disposition {version}; celui-ci connaît {latest})"
        ),
        "store.moved": "le fichier {path} n'est plus celui qui a été ouvert",
        "store.gone": "le fichier {path} n'est plus là: {why}",
        "store.database": "la base de données ne peut pas servir de réserve de parties: {why}",
        "store.database.newer": (
            "cette base de données est d'un Arbiter plus récent (disposition {version}; celui-ci connaît {latest})"
        ),
        "store.scheme": "les tables sont gardées dans un fichier ou sous postgresql://…, pas sous {scheme}://…",
        "store.library": (
            "PostgreSQL a besoin d'une bibliothèque qui n'est pas installée ({library}): pip install "
            "'arbiter-table[postgres]'"
        ),
        "store.line": "la ligne {n} n'est pas une table exportée: {why}",
        "store.line.format": "la ligne {n} a le format {format}; cet Arbiter lit le format {known}",
    },
    "de": {
        "save.astray": "Eintrag {at} des Protokolls, {shown}, {why}",
        "found.illegal": "ist nicht erlaubt: {why}",
        "found.not_chance": "müsste ein Ergebnis des Zufalls mit {sides} Seiten sein",
        "save.none": "das ist kein Spielstand: {why}",
        "save.no_format": "er nennt sein Format nicht",
        "save.format": "dieser Spielstand hat das Format {format}; dieses Arbiter liest Format {known}",
        "save.damaged": "dieser Spielstand ist beschädigt: {why}",
        "save.rules": (
            "dieser Spielstand entstand nach den Regeln „{rules}“ von {game}; hier gelten die Regeln „{known}“"
        ),
        "save.unfit": "dieser Spielstand passt nicht zum Spiel: {why}",
        "save.no_answer": "Platz {seat} hat bei Eintrag {at} des Protokolls keine Antwort zurückzunehmen",
        "save.no_entry": "das Protokoll hat keinen Eintrag {at}, zu dem berichtigte Regeln zurückkehren könnten",
        "found.game": "der Spielstand ist einer von {saved}, nicht von {game}",
        "found.stops": "das Protokoll endet, wo die Regeln von selbst weitergegangen wären",
        "found.written": "eine Antwort im Protokoll steht nicht so da, wie die Regeln sie schreiben",
        "found.outcome": "der Ausgang im Spielstand ist nicht der, zu dem die Regeln führen",
        "found.seed": "der Startwert passt nicht zur Festlegung im Spielstand",
        "found.commitment": "der Spielstand legt sich auf {saved} fest, nicht auf {shown}",
        "found.unopened": "Platz {seat} hat seinen Zufall nicht aufgedeckt, und der Tisch begann ohne ihn",
        "found.pledge": "der Zufall von Platz {seat} ist nicht der, den der Platz zugesagt hat",
        "found.no_pledge": "Platz {seat} hat Zufall ohne Zusage beigetragen",
        "found.stray": "der Spielstand hat „{what}“ von Platz {seat}, den es nicht gibt",
        "found.seating": "der Spielstand sagt nicht von jedem Platz, wer dort saß",
        "found.head": "der Kopf im Spielstand ist nicht der seines Aufbaus und Protokolls",
        "found.no_head": "der Spielstand hat keinen Kopf",
        "found.no_seating": (
            "der Spielstand sagt nicht, wer dort saß, und hat keinen Kopf: geprüft wurde er nur an Startwert und Regeln"
        ),
        "found.missed": "das Protokoll kommt nicht am Kopf {head} vorbei",
        "found.roll": "Wurf {n} (Eintrag {at}) war {result} von {sides}; die Würfel ergeben {due}",
        "found.sides": "die Regeln würfeln dort mit {sides} Seiten",
        "found.mended": (
            "bei Eintrag {at} wurden die Regeln berichtigt: von dem, was da nicht mehr galt, sind nur die Würfe geprüft"
        ),
        "found.entry": "Eintrag {at} des Protokolls, {shown}: {why}",
        "found.end": "das Ende",
        "found.not_asked": "ist nicht das, wonach die Regeln dort fragen",
        "found.other_undo": "nimmt etwas anderes zurück als die letzte Antwort des Platzes",
        "found.other_roll": "ist ein Wurf, nach dem die Regeln nicht fragen",
        "found.agreed": "soll von Plätzen gebilligt sein, die es nicht billigen konnten",
        "found.granted": "Eintrag {at}: Platz {seat} nahm zurück, mit Einverständnis von Platz {by}",
        "found.granted.silent": (
            "Eintrag {at}: Platz {seat} nahm zurück, mit Einverständnis von Platz {by}; Platz {silent} wurde "
            "nicht gefragt"
        ),
        "store.in_use": (
            "ein anderes Arbiter{who} bedient schon die Tische in {path}. Eine solche Datei bedient ein "
            "Programm; für mehrere gehören die Tische in PostgreSQL: --store postgresql://…"
        ),
        "store.process": " (Prozess {n})",
        "store.unreadable": "{path} ist nicht als Ablage von Spielen zu lesen: {why}",
        "store.newer": "{path} stammt von einem neueren Arbiter (Aufbau {version}; dieses kennt {latest})",
        "store.moved": "die Datei {path} ist nicht mehr die, die geöffnet wurde",
        "store.gone": "die Datei {path} ist weg: {why}",
        "store.database": "die Datenbank ist nicht als Ablage von Spielen zu gebrauchen: {why}",
        "store.database.newer": (
            "diese Datenbank stammt von einem neueren Arbiter (Aufbau {version}; dieses kennt {latest})"
        ),
        "store.scheme": "Tische liegen in einer Datei oder unter postgresql://…, nicht unter {scheme}://…",
        "store.library": (
            "PostgreSQL braucht eine Bibliothek, die nicht da ist ({library}): pip install 'arbiter-table[postgres]'"
        ),
        "store.line": "Zeile {n} ist kein ausgeführter Tisch: {why}",
        "store.line.format": "Zeile {n} hat das Format {format}; dieses Arbiter liest Format {known}",
    },
}
"""What is found wrong with saved games, and with stores of them."""


def refusals(language: str = "en") -> Catalogue:
    """The core's words in a language, in English where there are none."""
    return {**REFUSALS["en"], **REFUSALS.get(language, {}), "language": language}
