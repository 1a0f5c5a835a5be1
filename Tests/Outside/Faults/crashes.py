# SPDX-License-Identifier: MIT
"""What a file system may hold after the power went, as far as programs may rely on it.

The calls of a tape up to a cut have happened. Of them this is on the disk:

- Contents. What was written to a file before it was last synchronised is there. Of each write and truncation
  since, nothing is there, all of it, or, of a write, any sectors; and those are chosen one by one, so that
  a later one may be there without an earlier one. A file that is longer than what was written has zeros.
- Times. The time of change of a file is that of its last synchronisation by fsync(2), or any later one; with
  names in order it is in the journal, too.
- Names. The entries of a directory change one after the other, and a rename is one change. With names that
  are 'apart', each directory has those from before it was last synchronised and any number of the next ones,
  whatever has happened to the files. With names in 'order', as a file system with one journal has them
  (ext4, XFS), the changes of all directories are in one order, of which any beginning is there, and fsync(2)
  of any file writes that journal up to then; fdatasync(2) does so if the file is new, or its length has changed.

With syncs that are 'void' nothing is ever synchronised: a control, under which what was acknowledged
must be lost now and then.

The memory that processes share (-shm) is left out: it is there or not, with zeros or with what was there.
"""

import os

# The sizes of what a disk writes at once.
SECTORS = [512, 4096]


class File:
    def __init__(self, contents=b"", time=0, inode=None):
        self.durable, self.pending = contents, []
        # The time that is on the disk, and those since, each with the number of its call.
        self.time, self.times = time, []
        self.length = len(contents)
        self.inode = inode
        # Whether the journal has to be written for fdatasync(2).
        self.is_new = self.is_resized = False

    def write(self, offset, data, moment):
        self.pending.append((offset, data))
        self._changed(max(self.length, offset + len(data)), moment)

    def truncate(self, length, moment):
        self.pending.append((length, None))
        self._changed(length, moment)

    def _changed(self, length, moment):
        self.is_resized |= length != self.length
        self.length = length
        self.times.append(moment)

    def apply(self, edits):
        """The contents with some of the pending edits."""
        contents = bytearray(self.durable)
        for offset, data in edits:
            if data is None:
                del contents[offset:]
                contents.extend(bytes(offset - len(contents)))
            else:
                contents.extend(bytes(max(0, offset - len(contents))))
                contents[offset:offset + len(data)] = data
        return bytes(contents)

    def sync(self, with_time):
        self.durable, self.pending = self.apply(self.pending), []
        if with_time:
            self.sync_time()

    def sync_time(self):
        if self.times:
            self.time, self.times = self.times[-1][1], []

    def crashed(self, chance, mode, last):
        """The contents and the time that may be there; the time is not one after the call `last`."""
        edits = self.pending
        if mode == "none":
            edits = []
        elif mode == "beginning":
            edits = edits[:chance.randint(0, len(edits))]
        elif mode == "some":
            edits = [edit for edit in edits if chance.random() < 0.5]
        elif mode == "torn":
            edits = [part for edit in edits for part in _torn(edit, chance)]
        times = [self.time, *(time for number, time in self.times if last is None or number <= last)]
        return self.apply(edits), times[-1] if mode == "all" or last is not None else chance.choice(times)


def _torn(edit, chance):
    offset, data = edit
    if data is None:
        return [edit] if chance.random() < 0.5 else []
    size = chance.choice(SECTORS)
    cuts = [0, *range(size - offset % size, len(data), size), len(data)]
    return [
        (offset + start, data[start:end]) for start, end in zip(cuts, cuts[1:])
        if end > start and chance.random() < 0.5]


class Directory:
    def __init__(self):
        # The entries on the disk, and now; and what has happened to them: the number of the change, and names
        # with what they got.
        self.durable, self.now, self.pending = {}, {}, []

    def change(self, number, edits):
        self.pending.append((number, edits))
        _edit(self.now, edits)

    def sync(self, upto=None):
        while self.pending and (upto is None or self.pending[0][0] <= upto):
            _edit(self.durable, self.pending.pop(0)[1])

    def crashed(self, count):
        entries = dict(self.durable)
        for _, edits in self.pending[:count]:
            _edit(entries, edits)
        return entries


def _edit(entries, edits):
    for name, node in edits:
        entries.pop(name, None)
        if node is not None:
            entries[name] = node


class Disk:
    """Directories and files as the calls of a tape leave them."""

    def __init__(self, trees, order, syncs=True):
        """`trees` are directories that exist, by their paths."""
        self.trees, self.is_ordered, self.syncs = trees, order, syncs
        # The number of the call, and that of the last one that wrote the journal.
        self.number = self.written = 0
        self.opened = {}

    @classmethod
    def read(cls, paths, **options):
        def tree(path):
            directory = Directory()
            for entry in os.scandir(path):
                if entry.is_dir(follow_symlinks=False):
                    node = tree(entry.path)
                elif entry.name.endswith(b"-shm"):
                    continue
                else:
                    status = entry.stat(follow_symlinks=False)
                    with open(entry.path, "rb") as file:
                        node = File(file.read(), status.st_mtime_ns, status.st_ino)
                directory.durable[entry.name] = directory.now[entry.name] = node
            return directory
        return cls({path: tree(path) for path in paths}, **options)

    def _parent(self, path):
        """The directory of a path, and the name in it; `None` for what is not kept."""
        for top, node in self.trees.items():
            if path.startswith(top + b"/"):
                names = path[len(top) + 1:].split(b"/")
                for name in names[:-1]:
                    node = node.now[name]
                return node, names[-1]
        return None, None

    def _node(self, path):
        if path in self.trees:
            return self.trees[path]
        directory, name = self._parent(path)
        return directory and directory.now.get(name)

    def _change(self, directory, *edits):
        directory.change(self.number, edits)

    def do(self, call):
        """One call."""
        self.number += 1
        moment = self.number, call.time
        key = call.process, call.descriptor
        if call.kind in "SWTC" and key not in self.opened:
            return
        if call.kind in "OURLDX" and (call.path.endswith(b"-shm")):
            return
        if call.kind == "O":
            node = self._node(call.path)
            directory, name = self._parent(call.path)
            if node is None and directory:
                node = File(inode=call.inode)
                node.is_new = True
                self._change(directory, (name, node))
            if isinstance(node, File):
                if call.number & os.O_TRUNC and node.length:
                    node.truncate(0, moment)
                elif call.extra:
                    node.times.append(moment)
            self.opened[key] = node
        elif call.kind == "C":
            del self.opened[key]
        elif call.kind == "W":
            self.opened[key].write(call.number, call.data, moment)
        elif call.kind == "T":
            self.opened[key].truncate(call.number, moment)
        elif call.kind == "S":
            self._sync(self.opened[key], is_data_only=bool(call.number))
        elif call.kind == "U" or call.kind == "X":
            directory, name = self._parent(call.path)
            self._change(directory, (name, None))
        elif call.kind == "D":
            directory, name = self._parent(call.path)
            self._change(directory, (name, Directory()))
        elif call.kind in "RL":
            (directory, name), (other, new) = self._parent(call.path), self._parent(call.other)
            if directory is not other:
                raise NotImplementedError(f"{call.path} gets a name in another directory")
            node = directory.now[name]
            if call.kind == "L":
                self._change(directory, (new, node))
            elif call.number & 2:
                self._change(directory, (name, directory.now[new]), (new, node))
            else:
                self._change(directory, (name, None), (new, node))
        elif call.kind == "Y":
            raise NotImplementedError("a symbolic link is made")

    def _sync(self, node, is_data_only):
        if not self.syncs:
            return
        if isinstance(node, File):
            journal = not is_data_only or node.is_new or node.is_resized
            node.sync(with_time=not is_data_only or journal and self.is_ordered)
            node.is_new = node.is_resized = False
        else:
            journal = True
            node.sync()
        if self.is_ordered and journal:
            self.written = self.number
            for directory in self._directories():
                directory.sync()
                for file in [*directory.durable.values(), *directory.now.values()]:
                    if isinstance(file, File):
                        file.sync_time()

    def _directories(self):
        """All directories, also those that are no longer there."""
        seen, left = set(), list(self.trees.values())
        while left:
            directory = left.pop()
            if id(directory) in seen:
                continue
            seen.add(id(directory))
            yield directory
            for node in [
                    *directory.durable.values(), *directory.now.values(),
                    *(node for _, edits in directory.pending for _, node in edits)]:
                if isinstance(node, Directory):
                    left.append(node)

    def crashed(self, chance, names, contents):
        """What may be there after a cut now: a dictionary of names for each tree.

        `names` says how much of the changes of names is there: 'none', 'all' or 'some'; `contents` the
        same of contents, also 'beginning' and 'torn'; 'mixed' chooses for each file.
        """
        last = None
        if self.is_ordered:
            # The last call that is in the journal.
            some = chance.randint(self.written, self.number)
            last = {"none": self.written, "all": self.number}.get(names, some)

        def tree(directory):
            if self.is_ordered:
                count = sum(number <= last for number, _ in directory.pending)
            else:
                some = chance.randint(0, len(directory.pending))
                count = {"none": 0, "all": len(directory.pending)}.get(names, some)
            found = {}
            for name, node in directory.crashed(count).items():
                if isinstance(node, Directory):
                    found[name] = tree(node)
                else:
                    mode = contents
                    if mode == "mixed":
                        mode = chance.choice(["none", "all", "beginning", "some", "torn"])
                    found[name] = (node, *node.crashed(chance, mode, last))
            return found
        return {top: tree(directory) for top, directory in self.trees.items()}


class Stage:
    """Real directories in which one state after the other is built.

    The files of the database keep their inodes, since the second copy of the choices names them.
    """

    def __init__(self, world, inodes):
        self.world, self.pool = world, os.path.join(os.fsencode(world.base), b"pool")
        os.mkdir(self.pool)
        self.inodes = inodes
        for top in world.kept:
            self._collect(top)

    def _collect(self, directory):
        """Keeps the files that are needed again, and removes all others."""
        for entry in list(os.scandir(directory)):
            if entry.is_dir(follow_symlinks=False):
                self._collect(entry.path)
                os.rmdir(entry.path)
            elif entry.inode() in self.inodes:
                os.rename(entry.path, os.path.join(self.pool, b"%d" % entry.inode()))
            else:
                os.unlink(entry.path)

    def build(self, state, chance):
        user = self.world.user

        def build(path, entries):
            for name, node in entries.items():
                inner = os.path.join(path, name)
                if isinstance(node, dict):
                    os.mkdir(inner, 0o700)
                    os.chown(inner, user, user)
                    build(inner, node)
                    continue
                file, contents, time = node
                kept = os.path.join(self.pool, b"%d" % (file.inode or 0))
                if os.path.exists(kept):
                    os.rename(kept, inner)
                descriptor = os.open(inner, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                os.write(descriptor, contents)
                os.fchown(descriptor, user, user)
                os.close(descriptor)
                if time:
                    os.utime(inner, ns=(time, time))
                if name.endswith(b".sqlite-wal") and chance.random() < 0.5:
                    shared = inner.removesuffix(b"-wal") + b"-shm"
                    with open(shared, "wb") as made:
                        made.write(chance.choice([b"", bytes(32768), chance.randbytes(32768)]))
                    os.chmod(shared, 0o600)
                    os.chown(shared, user, user)
        for top in self.world.kept:
            self._collect(top)
            build(top, state[top])
