#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The list of a file manager with GTK 3, in Python: icon, name, description and application of each file of a
directory, from a registry in this process, by libtyperegistry. A double click opens a file; what is installed or
chosen meanwhile shows at once.

  browser.py DIRECTORY | browser.py --picture FILE.png DIRECTORY
"""

import ctypes
import os
import subprocess
import sys
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint32, c_uint64, c_void_p

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402


class Handler(ctypes.Structure):
    """'tr_handler' of typeregistry.h."""
    _fields_ = [("bundle", c_char_p), ("name", c_char_p), ("role", c_char_p), ("arguments", POINTER(c_char_p)),
                ("argument_count", c_size_t), ("flags", c_uint32), ("icon", c_char_p), ("entry", c_char_p),
                ("path", c_char_p), ("directory", c_char_p)]


class File(ctypes.Structure):
    """'tr_file' of typeregistry.h."""
    _fields_ = [("type", c_uint64), ("kind", c_int), ("certainty", c_int), ("flags", c_uint32),
                ("identifier", c_char_p), ("description", c_char_p), ("icon", c_char_p), ("handler", Handler)]


class Launch(ctypes.Structure):
    """'tr_launch' of typeregistry.h."""
    _fields_ = [("arguments", POINTER(c_char_p)), ("argument_count", c_size_t), ("directory", c_char_p),
                ("token_variables", POINTER(c_char_p)), ("first_target", c_size_t), ("target_count", c_size_t)]


library = ctypes.CDLL("libtyperegistry.so")
library.tr_message.restype = c_char_p
library.tr_free.restype = None


def call(function, *arguments):
    """Calls a function of the library, and raises its error."""
    code = function(*arguments)
    if code < 0:
        raise OSError(library.tr_message(code).decode())
    return code


class Registry:
    def __init__(self):
        self.handle = c_void_p()
        call(library.tr_open, byref(self.handle))

    def look(self, paths):
        """What is shown of each file, in one call."""
        files, count = (File * len(paths))(), c_size_t()
        text = b"".join(os.fsencode(path) + b"\0" for path in paths)
        call(library.tr_look_at_files, self.handle, text, c_size_t(len(text)), None, files,
             c_size_t(len(paths)), byref(count))
        return files

    def icons(self, type_):
        """All names of a type's icon: each theme has one of them."""
        names, count = (c_char_p * 64)(), c_size_t()
        call(library.tr_icon_names, self.handle, c_uint64(type_), names, c_size_t(64), byref(count))
        return [name.decode() for name in names[:count.value]]

    def open(self, bundle, path):
        """Starts an application with a file."""
        launches, count, target = POINTER(Launch)(), c_size_t(), os.fsencode(path)
        call(library.tr_prepare_launch, self.handle, bundle, None, target, c_size_t(len(target)),
             byref(launches), byref(count))
        for launch in launches[:count.value]:
            subprocess.Popen(launch.arguments[:launch.argument_count], cwd=launch.directory)
        library.tr_free(launches)

    def watch(self, changed):
        """Calls a function whenever an answer may have changed."""
        descriptor = c_int()
        call(library.tr_watch, self.handle, byref(descriptor))

        def wake(*_):
            is_changed = c_int()
            call(library.tr_refresh, self.handle, byref(is_changed))
            if is_changed.value:
                changed()
            return True

        GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, descriptor.value, GLib.IOCondition.IN, wake)


class Browser(Gtk.Window):
    def __init__(self, directory):
        super().__init__(title=directory, default_width=640, default_height=480)
        self.registry, self.directory = Registry(), os.path.abspath(directory)
        # Icon, name, description; icon and name of the application, its identifier, and the path.
        self.store = Gtk.ListStore(Gio.Icon, str, str, Gio.Icon, str, str, object)
        view = Gtk.TreeView(model=self.store)
        for title, icon, text in (("Name", 0, 1), ("Kind", None, 2), ("Opens with", 3, 4)):
            column = Gtk.TreeViewColumn(title)
            if icon is not None:
                picture = Gtk.CellRendererPixbuf()
                column.pack_start(picture, False)
                column.add_attribute(picture, "gicon", icon)
            words = Gtk.CellRendererText()
            column.pack_start(words, True)
            column.add_attribute(words, "text", text)
            view.append_column(column)
        view.connect("row-activated", self.activated)
        self.connect("destroy", Gtk.main_quit)
        scrolled = Gtk.ScrolledWindow()
        scrolled.add(view)
        self.add(scrolled)
        self.fill()
        self.registry.watch(self.fill)
        self.show_all()

    def fill(self):
        paths = sorted(entry.path for entry in os.scandir(self.directory) if not entry.name.startswith("."))
        self.store.clear()
        for path, file in zip(paths, self.registry.look(paths)):
            if file.type == 0:
                continue  # It was removed meanwhile.
            handler = file.handler
            own = Gio.Icon.new_for_string(handler.icon.decode()) if handler.icon else None
            text = [value.decode() if value else None for value in (file.description, handler.name, handler.bundle)]
            self.store.append([Gio.ThemedIcon.new_from_names(self.registry.icons(file.type)),
                               GLib.filename_display_basename(path), text[0], own, text[1], text[2], path])

    def activated(self, _view, row, _column):
        bundle, path = self.store[row][5:7]
        if bundle:
            self.registry.open(bundle.encode(), path)

    def draw_to(self, file):
        """Prints the list, draws the window to a file, and ends the program."""
        width, height = self.get_allocated_width(), self.get_allocated_height()
        picture = Gdk.pixbuf_get_from_window(self.get_window(), 0, 0, width, height)
        picture.savev(file, "png", [], [])
        for row in self.store:
            print(row[1], row[2] or "-", row[4] or "-", sep="\t")
        Gtk.main_quit()


def main(words):
    if len(words) not in (2, 4) or (len(words) == 4 and words[1] != "--picture"):
        sys.exit(f"{words[0]} [--picture FILE.png] DIRECTORY")
    browser = Browser(words[-1])
    if len(words) == 4:
        GLib.timeout_add(500, browser.draw_to, words[2])
    Gtk.main()


if __name__ == "__main__":
    main(sys.argv)
