"""stylobench VERB: a file in this folder is a verb because it is there."""

from __future__ import annotations

import importlib
import os
import signal
import sys
import warnings
from pathlib import Path

import typer

from stylobench import __version__
from stylobench.engine.obedience import heed
from stylobench.errors import StylobenchError

HELP = "Crash tests for authorship analysis: does a method recognise the author, or only the topic?"

INTERRUPTED = 130


def application() -> typer.Typer:
    """The command line with every verb of this folder."""
    app = typer.Typer(help=HELP, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
    app.callback()(_global)
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.stem != "main" and not path.stem.startswith("_"):
            module = importlib.import_module(f"stylobench.cli.{path.stem}")
            app.command(path.stem.removesuffix("_verb").replace("_", "-"))(module.command)
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"stylobench {__version__}")
        raise typer.Exit


def _global(
    version: bool = typer.Option(False, "--version", is_eager=True, callback=_show_version, help="Print it and stop."),
) -> None:
    pass


def run() -> None:
    """Entry point: 0 done, 2 the user can mend it, 1 a bug with its traceback, 130 interrupted (or asked to end)."""
    heed(signal.SIGTERM, signal.default_int_handler)
    warnings.showwarning = lambda message, *_: _say(f"note: {message}")
    try:
        # How it ended comes back as a return value or as an exception, by the version of typer.
        code = application()(standalone_mode=False)
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        if code:
            raise typer.Exit(code)
    except KeyboardInterrupt:
        _stop("interrupted", code=INTERRUPTED)
    except SystemExit:
        # Whoever read our output has closed it, as `head` does: nothing is left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except StylobenchError as error:
        _stop(*getattr(error, "lines", [str(error)]), code=2)
    except typer.Exit as done:
        sys.exit(done.exit_code)
    except Exception as error:
        sys.exit(_mendable(error))


def _mendable(error: Exception) -> int:
    """Exit code of an error that is not ours: faults of usage or of the system are told in one line."""
    if isinstance(error, typer.Abort):
        _say("interrupted")
        return INTERRUPTED
    # Typer brings its own copy of click, or uses the one installed: only the shape of its errors is the same.
    message = getattr(error, "format_message", None)
    if message is not None:
        if type(error).__name__ == "NoArgsIsHelpError":
            print(message())
            return 0
        _say(f"{message().rstrip('.')}{_usage(error)}")
        return 2
    if isinstance(error, OSError) and error.strerror:
        _say(f"{error.strerror}{f': {error.filename}' if error.filename else ''}")
        return 2
    raise error


def _usage(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    return f"; see {context.command_path} --help" if context is not None else ""


def _stop(*lines: str, code: int) -> None:
    for line in lines:
        _say(line)
    sys.stdout.flush()
    sys.exit(code)


def _say(line: str) -> None:
    print(f"stylobench: {' '.join(line.split())}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    run()
