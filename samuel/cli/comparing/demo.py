"""`samuel demo`: Fig. 3 at a glance."""

import json

from ibm7094.terminal.output import console
from samuel.cli import options


def command(as_json: options.AsJson = False) -> None:
    """Assemble the program, run it on Fig. 3's position, and show its tree beside the paper's.

    Boards that both trees have are shown in one colour. Below the trees are
    the number of these, and the simulated time beside the paper's.

    Examples:
      samuel demo
      samuel demo --json
    """
    from samuel.views import demo

    with console(stderr=True).status("") as status:
        shown = demo.perform(status.update)
    if as_json:
        print(json.dumps(shown.as_dict(), indent=2))
    else:
        demo.show(shown, console())
