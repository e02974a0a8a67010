"""Commands as pages name them: whether they exist and take these options."""

from typer.main import get_command

from ibm7094.cli.app import app as ibm7094_app
from samuel.cli.app import app as samuel_app

APPS = {"samuel": samuel_app, "ibm7094": ibm7094_app}


def check_command(line: str) -> None:
    """A command that does not exist, or an option that it does not take, raises."""
    name, *given = line.partition(" >")[0].split()
    context = get_command(APPS[name]).make_context(name, given)
    while hasattr(context.command, "resolve_command"):
        left = [*getattr(context, "_protected_args", []), *context.args]
        called, command, rest = context.command.resolve_command(context, left)
        assert command is not None
        context = command.make_context(called, rest, parent=context)
    assert context.command.callback
