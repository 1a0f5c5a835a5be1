# SPDX-License-Identifier: MIT
"""Builds the tests with all mutants once, finds which suites reach which mutants, and has the tests judge them."""

import glob
import hashlib
import json
import os
import re
import shutil
import tempfile

import processes
import sources

BUILD = f"{sources.WORK}/build"
REACHED = f"{sources.WORK}/reached"
MEASURED = f"{REACHED}/measured.json"
REFUSED = f"{sources.WORK}/refused.json"
# How much longer than without a mutant the tests may take: a factor, and seconds for a busy machine.
SLOWER, LATER = 5, 20
# The seconds of the suites that run together, from one step to the next.
STEPS = (2, 8, 30, 60)


class CannotRun(Exception):
    """The tests cannot judge mutants."""


def environment(directory, **variables):
    """Variables that show nothing of the user; `directory` is the temporary one."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("XDG_", "TYPED_", "MUTANT"))}
    return {**kept, "HOME": directory, "TMPDIR": directory, "UT_OPTIMIZED": "1", "SWIFT_BACKTRACE": "enable=no",
            **{name: str(value) for name, value in variables.items()}}


def build(mutants, say):
    """Builds the tests with those of the mutants that compile; returns these. The others are remembered."""
    refused = set()
    if os.path.exists(REFUSED):
        with open(REFUSED) as file:
            refused = {tuple(key) for key in json.load(file)}
    live = [mutant for mutant in mutants if mutant.key not in refused]
    words = ["swift", "build", "--build-tests", "--package-path", sources.COPY, "--scratch-path", BUILD,
             "-Xswiftc", "-suppress-warnings", "-Xswiftc", "-continue-building-after-errors"]
    while True:
        lines = sources.write_copy(live)
        variables = {**os.environ, "UT_OPTIMIZED": "1"}
        status, seconds, output = processes.run(words, variables, limited=False)
        text = b"\n".join(output).decode(errors="replace")
        with open(f"{sources.WORK}/build.log", "w") as log:
            log.write(text)
        if status == 0:
            say(f"built in {seconds:.0f} s")
            return live
        wrong = set()
        for path, line in sorted(set(re.findall(r"^(/[^:\n]+):(\d+):\d+: error:", text, re.M))):
            path = os.path.relpath(path, os.path.abspath(sources.COPY))
            wrong |= blamed(path, int(line), [mutant for mutant in live if mutant.path == path], lines.get(path, {}))
        if not wrong:
            raise CannotRun(f"the copy does not compile: see {sources.WORK}/build.log")
        refused |= {mutant.key for mutant in live if mutant.number in wrong}
        with open(REFUSED, "w") as file:
            json.dump(sorted(refused), file)
        live = [mutant for mutant in live if mutant.number not in wrong]
        say(f"{len(wrong)} mutants do not compile; {len(live)} are left ({seconds:.0f} s)")


def blamed(path, line, mutants, lines):
    """The numbers of the mutants that an error may come from: of its line, of its declaration, of its file."""
    own = {number for number, (first, last) in lines.items() if first <= line <= last}
    if own or not mutants:
        return own
    source = sources.read(f"{sources.COPY}/{path}")
    original = sources.read(path)
    shift = source.count(b"\n") - original.count(b"\n")
    around = {mutant.number for mutant in mutants
              if original.count(b"\n", 0, mutant.scope[0]) + 1 <= line
              <= original.count(b"\n", 0, mutant.scope[1]) + 1 + shift}
    return around or {mutant.number for mutant in mutants}


class Suite:
    """Tests that run together: their seconds, and the numbers of the mutants that they reach."""

    def __init__(self, name, is_test):
        self.name, self.is_test, self.seconds, self.reached = name, is_test, 0.0, set()

    @property
    def pattern(self):
        return "^" + re.escape(self.name) + (r"\(" if self.is_test else r"/[^/(]+\(")


class Tests:
    """The program of all tests."""

    def __init__(self, say):
        self.say = say
        found = glob.glob(f"{BUILD}/debug/*.xctest")
        if len(found) != 1:
            raise CannotRun(f"no program of tests is in {BUILD}/debug")
        self.program = os.path.abspath(found[0])
        os.makedirs(REACHED, exist_ok=True)
        self.measured, self.states = {}, {}
        if os.path.exists(MEASURED):
            with open(MEASURED) as file:
                self.measured = json.load(file)

    def run(self, suites, seconds=None, fails=None, **variables):
        words = [self.program, "--testing-library", "swift-testing"]
        for suite in suites:
            words += ["--filter", suite.pattern]
        directory = tempfile.mkdtemp(prefix="mutate-")
        # Some tests are run by another user.
        os.chmod(directory, 0o755)
        try:
            return processes.run(words, environment(directory, **variables), seconds, fails)
        finally:
            shutil.rmtree(directory, ignore_errors=True)

    def suites(self):
        output = processes.run([self.program, "--testing-library", "swift-testing", "--list-tests"],
                               {**os.environ})[2]
        # Module.Suite/Inner/test(), or Module.test()
        tests = [line.decode() for line in output if re.match(rb"\w+\.\S", line)]
        names = {(test.rpartition("/")[0] or test.partition("(")[0], "/" not in test) for test in tests}
        return [Suite(*name) for name in sorted(names)]

    def measure(self, suite, count):
        """Runs a suite without mutants, and records what it reaches, unless that is known from the last run."""
        path = os.path.abspath(f"{REACHED}/{suite.name.replace('/', '.')}")
        state = self.state(suite.name.split(".")[0])
        known = self.measured.get(suite.name)
        if known and known[0] == state:
            suite.seconds = known[1]
            suite.reached = {number for number, byte in enumerate(sources.read(path)) if byte}
            return None
        for attempt in range(2):
            with open(path, "wb") as file:
                file.truncate(count)
            status, suite.seconds, output = self.run([suite], 900, MUTANT_REACHED=path)
            if status == 0:
                break
            # A busy machine may be the cause.
            self.say(f"{suite.name} fails without a mutant" + (", a second time" if attempt else "; once more"))
        suite.reached = {number for number, byte in enumerate(sources.read(path)) if byte}
        if status != 0:
            return suite, output
        self.measured[suite.name] = (state, suite.seconds)
        return None

    def state(self, module):
        """A digest of the sources and of the files that the tests of a module use."""
        if module not in self.states:
            digest = hashlib.sha256()
            for folder in ("Sources", "Declarations", "Documentation", f"Tests/{module}",
                           *(f"Tests/{name}" for name in ("Data", "Environment", "Fuzz", "Programs", "Support"))):
                for directory, folders, names in os.walk(f"{sources.COPY}/{folder}"):
                    folders.sort()
                    for name in sorted(names):
                        digest.update(name.encode() + sources.read(os.path.join(directory, name)))
            self.states[module] = digest.hexdigest()
        return self.states[module]

    def remember(self):
        """Writes down which measurements hold until something changes."""
        with open(MEASURED, "w") as file:
            json.dump(self.measured, file)

    def judge(self, mutant, suites):
        """What the tests say of a mutant: result, the suites that ended it, seconds."""
        reaching = [suite for suite in suites if mutant.number in suite.reached]
        if not reaching:
            return "not reached", "", 0.0
        total = 0.0
        for step in steps(mutant, reaching):
            limit = SLOWER * sum(suite.seconds for suite in step) + LATER
            for _ in range(4):
                status, seconds, output = self.run(step, limit, is_failure, MUTANT=mutant.number)
                total += seconds
                if status == 0:
                    break
                # On a busy machine a test may fail by chance: it has to fail once more.
                if status is not None:
                    again = self.run(step, limit, is_failure, MUTANT=mutant.number)
                    total += again[1]
                    status = again[0]
                    break
                # The machine may be busier than when the suites were measured.
                if self.run(step, limit)[0] is not None:
                    break
                limit *= 2
            if status != 0:
                failed = [line.decode(errors="replace") for line in output if is_failure(line)]
                test = re.search(r"✘.*? Test (?:case passing .* to )?(\S+)", failed[0]) if failed else None
                by = test.group(1) if test else "the end of the program"
                return ("time" if status is None else "killed"), by if status is not None else "", total
        return "survived", f"{len(reaching)} suites", total


def is_failure(line):
    return "✘".encode() in line[:12]


def steps(mutant, suites):
    """The suites in the order in which they run: the one named like the file, then the quickest."""
    stem = re.split(r"[+.]", os.path.basename(mutant.path))[0]
    ordered = sorted(suites, key=lambda suite: (suite.seconds, suite.name))
    named = [suite for suite in ordered if re.search(rf"[./]{stem}s?(Tests)?$", suite.name)]
    if named:
        yield named
    step, seconds, limits = [], 0.0, list(STEPS)
    for suite in ordered:
        if suite in named:
            continue
        if step and seconds + suite.seconds > limits[0]:
            yield step
            step, seconds = [], 0.0
            limits = limits[1:] or limits
        step.append(suite)
        seconds += suite.seconds
    if step:
        yield step
