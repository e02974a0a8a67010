"""`ibm7094 diag DECK...`: IBM's diagnostic decks, booted through the card reader."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibm7094.cli import arguments
from ibm7094.errors import MachineError
from ibm7094.stop import Reason
from ibm7094.terminal.exit_codes import INTERRUPTED
from ibm7094.terminal.output import say

if TYPE_CHECKING:
    from ibm7094.lab.operator import DeckRun, Recipe

COMPLAINED = 1
MODEL = "709"


def run_decks(
    decks: Sequence[Path],
    *,
    model: str | None,
    keys: str | None,
    at: Sequence[str],
    data: Sequence[Path],
    fitted: Sequence[str],
    reference: bool,
    as_json: bool,
) -> int:
    """Run each deck, show what it printed, and count its complaints."""
    from ibm7094.lab.operator import run_deck

    recipes = [_recipe(deck, keys, at, fitted) for deck in decks]
    runs = []
    for deck, recipe in zip(decks, recipes, strict=True):
        run = run_deck(deck, recipe, data=data, model=model or MODEL, compiled=not reference)
        runs.append(run)
        if not as_json:
            _show(run)
        if run.stop.reason is Reason.INTERRUPTED:
            break
    if as_json:
        passed = len(runs) == len(decks) and all(run.passed for run in runs)
        print(json.dumps({"passed": passed, "decks": [record(run) for run in runs]}, indent=2))
    if runs[-1].stop.reason is Reason.INTERRUPTED:
        return INTERRUPTED
    return 0 if all(run.passed for run in runs) else COMPLAINED


def _recipe(deck: Path, keys: str | None, at: Sequence[str], fitted: Sequence[str]) -> "Recipe":
    """What is known about the deck, with what the user says about it."""
    from ibm7094.lab.operator import Action, recipe_for

    recipe = recipe_for(deck)
    if keys is not None:
        recipe = replace(recipe, keys=arguments.word(keys), punch_keys=None)
    actions = dict(recipe.actions)
    for text in at:
        if not (found := re.fullmatch(r"([0-7]{1,5})=(.+)", text)):
            raise MachineError(f"{text!r} is not a halt and an action: write 223=reset, or 160=start.")
        actions[int(found[1], 8)] = Action.named(found[2])
    return replace(recipe, actions=actions, options=tuple({*recipe.options, *fitted}))


def _show(run: "DeckRun") -> None:
    print(run.printed.replace("\f", "\n").rstrip("\n"))
    halts = ", ".join(f"{halt:05o}" for halt in run.halts) or "nowhere"
    count = len(run.complaints)
    verdict = "no complaints" if not count else "1 complaint" if count == 1 else f"{count} complaints"
    say(f"{run.name}: {verdict}. It halted at {halts}.", "green" if run.passed else "red")
    if not run.ended:
        say(f"{run.name} did not end: {run.stop}", "red")


def record(run: "DeckRun") -> dict[str, Any]:
    """A deck as a JSON record."""
    return {
        "name": run.name,
        "passed": run.passed,
        "complaints": run.complaints,
        "halts": [f"{halt:05o}" for halt in run.halts],
        "stop": str(run.stop),
        "printed": run.printed,
    }
