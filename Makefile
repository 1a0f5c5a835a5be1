# SPDX-License-Identifier: MIT
# 'make help' lists what there is.

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -ec
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PREFIX ?= /usr/local
DESTDIR ?=
override PREFIX := $(abspath $(PREFIX))

SWIFT := swift
# Swift's own: on PATH, or beside the compiler.
beside_swift = "$$(command -v $(1) || echo "$$(dirname "$$(realpath "$$(command -v $(SWIFT))")")/$(1)")"
DOCC = $(call beside_swift,docc)
SYMBOLS_OF = $(call beside_swift,swift-symbolgraph-extract)
# What a one-shot program runs lies together in the file, so that the system reads it in few pieces: a
# quarter of the time of a start. Of the linkers only lld, which comes with Swift, takes such a list; it can
# move a function only if that has a section of its own.
LLD := $(shell ls "$$(dirname "$$(realpath "$$(command -v $(SWIFT))" 2>/dev/null)")/ld.lld" 2>/dev/null)
ORDERED = $(if $(LLD),-Xswiftc -use-ld=lld -Xlinker "--symbol-ordering-file=$(CURDIR)/Tools/startup-order" \
  -Xlinker --no-warn-symbol-ordering \
  -Xswiftc -Xfrontend -Xswiftc -function-sections)
# Equal sources give equal bytes, wherever and whenever they are built. Debugging information names files
# below this directory, as Debian's does. These have no part in them: the paths and signatures of
# compiled C modules, in which the times of headers count; and hashes by which the compiler knows that a
# file need not be compiled again, in which the paths of object files count.
ANYWHERE = -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." -Xcc "-ffile-prefix-map=$(CURDIR)=." \
  $(foreach flag,-no-clang-module-breadcrumbs -disable-incremental-llvm-codegen,-Xswiftc -Xfrontend -Xswiftc $(flag))
# Swift's regular expressions, which every source file would import, are a megabyte of each program.
SMALL = -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import
# Addresses of functions are found at the start, and their table is read-only from then on.
BOUND := -Xlinker -z -Xlinker now
# Released programs hold all that they need: no library has to be found when they start, nor Swift's
# backtracer looked for (ProgramStart.c).
STATIC = -c release -Xswiftc -static-executable -Xlinker --wrap=swift_copyAuxiliaryExecutablePath $(BOUND) $(ORDERED) $(ANYWHERE) $(SMALL) --scratch-path .build/release-static
UTCLI := .build/release-static/release/utcli
TYPED := .build/release-static/release/typed
# What is installed: typed is utcli, called by another name, and the library for C.
LINKED := .build/release-static/linked
STRIPPED := .build/release-static/stripped
# A package whose own tools separate symbols says PROGRAMS=.build/release-static/linked.
PROGRAMS ?= $(STRIPPED)
# Functions that are the same are there once. Of the linkers only lld finds them.
FOLDED := $(if $(LLD),-use-ld=lld -Xlinker --icf=all)
LINK_PROGRAM = -static-executable $(FOLDED) $(BOUND) -Xlinker --gc-sections \
  $(if $(LLD),-Xlinker "--symbol-ordering-file=$(CURDIR)/Tools/startup-order" -Xlinker --no-warn-symbol-ordering) \
  -Xlinker --wrap=swift_copyAuxiliaryExecutablePath
# The library for C holds Swift's run-time library, so that its users need no Swift, and exports the
# functions of its header alone. Until 1.0 each version has an interface of its own, and a name of its own.
VERSION := $(shell sed -n 's/.*staticText: StaticString = "\(.*\)"/\1/p' Sources/TypeRegistry/Values/ProgramVersion.swift)
LIBRARY := $(LINKED)/libtyperegistry.so
LINK_LIBRARY = -emit-library -static-stdlib $(FOLDED) $(BOUND) \
  -Xlinker --version-script="$(CURDIR)/Sources/TypeRegistryC/exports.map" -Xlinker --exclude-libs=ALL \
  -Xlinker -soname=libtyperegistry.so.$(VERSION)
BENCHMARKS := .build/release-static/release/RegistryBenchmarks
SOURCES := Package.swift Tools/startup-order $(wildcard Declarations/*.json) $(shell find Sources -type f)
ECHO := .build/echo
BENCHMARK_SOURCES := $(shell find Tests/Benchmarks Tests/Support -type f)

BIN := $(DESTDIR)$(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
CORE := $(PREFIX)/share/typed/core
SCHEMA := $(PREFIX)/share/typed/schema
# systemd's units. Debian 12 wants those of the system in /lib.
USER_UNITS := $(PREFIX)/lib/systemd/user
SYSTEM_UNITS ?= $(PREFIX)/lib/systemd/system
DOC := $(PREFIX)/share/doc/typed
# Where man and the shells look. Debian's zsh looks in share/zsh/vendor-completions for those of packages.
MAN := $(PREFIX)/share/man
BASH_COMPLETIONS ?= $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS ?= $(PREFIX)/share/fish/vendor_completions.d
# The documents keep the places that they have here, so that their links and examples hold there, too.
DOCUMENTS := LICENSE $(wildcard *.md) Declarations/README.md $(wildcard Documentation/*.md Documentation/tutorials/*.md) \
  $(shell find Tests/Data/Samples -type f) $(addprefix Tests/Outside/Examples/,ask.c ask.py batch.py browser.c browser.py folder.c folder.py) $(addprefix Tests/Outside/Clusters/,spark.py spark_arrow.py) \
  $(wildcard Documentation/pictures/*.svg Documentation/pictures/*.png) Documentation/schema/export-table.json

# What the core knows beyond the MIME database, for programs that read that one. It is made by utcli, for this
# machine's database of shared-mime-info alone, whatever other packages of MIME types are installed.
MIME_DATABASE ?= /usr/share/mime/packages/freedesktop.org.xml
MIME_PACKAGE := .build/mime/typeregistry.xml
MIME_PACKAGES := $(DESTDIR)$(PREFIX)/share/mime/packages

# Where applications install their declarations: below PREFIX, and below the other one of /usr and
# /usr/local. The package of a distribution, which must not touch /usr/local, names the first alone.
DECLARATION_DIRECTORIES ?= $(addsuffix /share/typed/declarations,$(PREFIX) \
  $(filter-out $(PREFIX),$(if $(filter /usr /usr/local,$(PREFIX)),/usr /usr/local)))

# What is installed as it is here: a file, a colon, and its path below DESTDIR.
installed = $(foreach file,$(1),$(file):$(2)/$(notdir $(file)))
INSTALLED := $(call installed,Sources/CTypeRegistry/typeregistry.h,$(PREFIX)/include) \
  $(call installed,$(wildcard Declarations/*.json),$(CORE)) \
  $(call installed,$(wildcard Documentation/schema/*.json),$(SCHEMA)) \
  $(foreach page,$(wildcard Documentation/man/*),$(call installed,$(page),$(MAN)/man$(subst .,,$(suffix $(page))))) \
  Sources/utcli/Shells/utcli.bash:$(BASH_COMPLETIONS)/utcli \
  $(call installed,Sources/utcli/Shells/_utcli,$(ZSH_COMPLETIONS)) \
  $(call installed,Sources/utcli/Shells/utcli.fish,$(FISH_COMPLETIONS)) \
  $(foreach document,$(DOCUMENTS),$(document):$(DOC)/$(document)) \
  $(foreach directory,$(DECLARATION_DIRECTORIES),Declarations/README.installed:$(directory)/README)
# What is made there, and what earlier versions may have installed.
MADE := $(PREFIX)/bin/{utcli,typed} $(PREFIX)/bin/.debug/{utcli,typed}.debug \
  $(LIBDIR)/libtyperegistry.so{,.*} $(LIBDIR)/pkgconfig/typeregistry.pc $(CORE)/{*.json,*.digest,registry.image} \
  $(SCHEMA)/*.json $(PREFIX)/share/{mime/packages,typed/mime}/$(notdir $(MIME_PACKAGE)) \
  $(USER_UNITS)/typed.{socket,service} $(SYSTEM_UNITS)/typed.{socket,service} \
  $(BASH_COMPLETIONS)/typed $(FISH_COMPLETIONS)/typed.fish

# The linker warns that glibc's dlopen and getpw* want shared libraries at run time. Swift's own
# run-time library mentions them; nothing here calls them. All else that the build says is shown.
QUIET := { grep -vE 'warning: Using .* in statically linked applications requires at runtime|: in function .*:$$' || true; }

# The random worlds of 'make oracle', and the seed of the first one; or one world in a file.
WORLDS ?= 20000
SEED ?= 1000
CASE ?=

FUZZ_SECONDS ?= 60

.PHONY: help setup run test sanitize asan tsan tsan-load build release bench bench-quick bench-public \
  bench-files bench-neighbours format lint docs man fuzz mutate oracle release-check \
  core-image core-check deb rpm wheel dist mime-package site install install-debug install-mime-package install-site \
  uninstall clean

help: ## list what there is
	@printf 'make TARGET\n\n'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'
	@printf '\nmake run and make test install what they need (Debian, Ubuntu).\n'

setup:
	@Tools/setup

# Rebuilt when a source is newer, so that 'sudo make install' after 'make release' builds nothing.
$(UTCLI): $(SOURCES)
	@Tools/setup
	@$(SWIFT) build $(STATIC) --product utcli 2>&1 | $(QUIET)
	@touch $@

$(TYPED): $(SOURCES)
	@Tools/setup
	@$(SWIFT) build $(STATIC) --product typed 2>&1 | $(QUIET)
	@touch $@

# Linked from what each of the two is linked from, with a main that calls one of theirs, and without what brings
# Swift's run-time library for concurrency: neither of them has asynchronous code.
OBJECTS = sort -u utcli.product/Objects.LinkFileList typed.product/Objects.LinkFileList | grep -v '/AsyncEvents\.'
$(LINKED)/utcli: $(UTCLI) $(TYPED) Sources/Programs/main.c
	@mkdir -p $(@D)
	@$(CC_OR_CLANG) -O2 -Wall -Wextra -c -o $(@D)/main.o Sources/Programs/main.c
	@cd .build/release-static/release && LC_ALL=C $(OBJECTS) >"$(CURDIR)/$(@D)/utcli.objects"
	@$(call beside_swift,swiftc) $(LINK_PROGRAM) -o $@ @$(@D)/utcli.objects $(@D)/main.o -lsqlite3 2>&1 | $(QUIET)

$(LINKED)/typed: $(LINKED)/utcli
	@ln -sf utcli $@

# Linked from what utcli is linked from, without utcli itself and the texts of the programs: nothing is compiled
# a second time. An object whose source has another name now may still lie there.
$(LIBRARY): $(UTCLI)
	@mkdir -p $(@D)
	@$(SWIFT) build $(STATIC) --target TypeRegistryC 2>&1 | $(QUIET)
	@cd .build/release-static/release && \
	  { grep -vE '/utcli\.build/|/AsyncEvents\.|/Texts\.build/(Interfaces|Page|Shells)\.' utcli.product/Objects.LinkFileList && \
	  LC_ALL=C printf '%s\n' $(patsubst Sources/TypeRegistryC/%,"$$PWD"/TypeRegistryC.build/%.o,$(wildcard Sources/TypeRegistryC/*.swift)); \
	  } >"$(CURDIR)/$(@D)/libtyperegistry.objects"
	@$(call beside_swift,swiftc) $(LINK_LIBRARY) -o $@ @$(@D)/libtyperegistry.objects -lsqlite3 2>&1 | $(QUIET)

$(STRIPPED)/libtyperegistry.so: $(LIBRARY)
	@mkdir -p $(@D)
	@$(OBJCOPY) --strip-unneeded $< $@

$(BENCHMARKS): $(SOURCES) $(BENCHMARK_SOURCES)
	@Tools/setup
	@$(SWIFT) build $(STATIC) --product RegistryBenchmarks 2>&1 | $(QUIET)
	@touch $@

run: $(UTCLI) ## build utcli and ask it about files of this checkout
	@Tools/with-scratch Tools/tour $(UTCLI)

# What they test is optimised: they take half the time.
test tsan-load docs man: export UT_OPTIMIZED := 1

test: setup ## run all tests
	$(SWIFT) test --disable-xctest

sanitize: setup ## run all tests under the sanitizers, those of 'asan' and of 'tsan' (half an hour)
	Tools/sanitize address thread

asan: setup ## run all tests under AddressSanitizer, and UndefinedBehaviorSanitizer for C (minutes)
	Tools/sanitize address

tsan: setup ## run all tests under ThreadSanitizer (minutes)
	Tools/sanitize thread

tsan-load: setup ## call all methods of a daemon under ThreadSanitizer at once (minutes)
	$(SWIFT) build --product typed --sanitize=thread -Xswiftc -DRACES_CHECKED --scratch-path .build/tsan
	Tests/Outside/Faults/load.py .build/tsan/debug

# Which mutants, and how many.
MUTANTS ?= --seed 1 --count 300

mutate: setup ## change the sources in small ways, and list the changes that no test notices; an hour (MUTANTS='--seed 1 --count 300')
	Tools/mutate $(MUTANTS)

core-image: setup ## compile Declarations/ into the library, after a change of them or of the image format
	$(SWIFT) build --product utcli
	Tools/core-image .build/debug/utcli
	$(SWIFT) build --product utcli
	Tools/core-image --check .build/debug/utcli

core-check:
	@Tools/core-image --check

build: setup ## build for debugging
	$(SWIFT) build

release: core-check $(STRIPPED)/utcli $(STRIPPED)/typed $(STRIPPED)/libtyperegistry.so ## build utcli and typed, one static file with two names, and the library for C

# What is installed: the programs without symbols, which are in files of their own. By the compiler's own
# tool if it has one, which reads programs for any processor.
OBJCOPY ?= $(shell command -v llvm-objcopy || \
  ls "$$(dirname "$$(realpath "$$(command -v $(SWIFT))")")/llvm-objcopy" 2>/dev/null || echo objcopy)

$(STRIPPED)/typed: $(STRIPPED)/utcli
	@ln -sf utcli $@

$(STRIPPED)/utcli: $(LINKED)/utcli
	@mkdir -p $(@D)
	@$(OBJCOPY) --only-keep-debug $< $@.debug
	@$(OBJCOPY) --strip-all --add-gnu-debuglink=$@.debug $< $@

# Measured as it is installed: from its bin, with its core beside it.
BENCH_ROOT := $(abspath .build/bench)

$(BENCH_ROOT)/bin/utcli: $(UTCLI) $(TYPED) $(wildcard Declarations/*.json)
	@$(MAKE) install-debug PREFIX="$(BENCH_ROOT)" DESTDIR= >/dev/null
	@touch $@

# What the daemon is measured against, and with. Swift brings a C compiler where there is no other.
CC_OR_CLANG = "$$(command -v cc || command -v clang || echo "$$(dirname "$$(realpath "$$(command -v $(SWIFT))")")/clang")"
$(ECHO): Tests/Benchmarks/Echo/echo.c
	@mkdir -p $(@D)
	@$(CC_OR_CLANG) -O2 -Wall -Wextra -o $@ $<

BENCH := Tools/with-scratch $(BENCHMARKS) --utcli $(BENCH_ROOT)/bin/utcli --typed $(BENCH_ROOT)/bin/typed --echo $(ECHO)

# The library as programs use it: a package of its own, which cannot use what is not public. Beside GLib
# if its headers and database are here, else beside a hash table in C.
PUBLIC := .build/bench-public/release/PublicBenchmarks
PEERS := .build/peers

$(PUBLIC): $(SOURCES) $(BENCHMARK_SOURCES)
	@Tools/setup
	@$(SWIFT) build -c release --package-path Tests/Benchmarks/Public --scratch-path .build/bench-public
	@touch $@

$(PEERS)/table: Tests/Benchmarks/Peers/table.c
	@mkdir -p $(@D)
	@$(CC_OR_CLANG) -O2 -Wall -Wextra -o $@ $<

$(PEERS)/glib: Tests/Benchmarks/Peers/glib.c
	@mkdir -p $(@D)
	@if pkg-config --exists gio-2.0 2>/dev/null; then \
	  $(CC_OR_CLANG) -O2 -Wall -Wextra $$(pkg-config --cflags gio-2.0) -o $@ $< $$(pkg-config --libs gio-2.0); \
	else printf '#!/bin/sh\n' >$@; chmod +x $@; fi

# A file manager's list of files, in C: with the library as it is installed, and with GIO if it is here.
$(PEERS)/files: Tests/Benchmarks/Peers/files.c $(STRIPPED)/libtyperegistry.so
	@mkdir -p $(@D)
	@ln -sf "$(abspath $(STRIPPED)/libtyperegistry.so)" $(@D)/libtyperegistry.so.$(VERSION)
	@$(CC_OR_CLANG) -O2 -Wall -Wextra -ISources/CTypeRegistry -o $@ $< $(STRIPPED)/libtyperegistry.so -Wl,-rpath,'$$ORIGIN'

$(PEERS)/files-glib: Tests/Benchmarks/Peers/files.c
	@mkdir -p $(@D)
	@if pkg-config --exists gio-unix-2.0 2>/dev/null; then \
	  $(CC_OR_CLANG) -O2 -Wall -Wextra -DPEER $$(pkg-config --cflags gio-unix-2.0) -o $@ $< $$(pkg-config --libs gio-unix-2.0); \
	else printf '#!/bin/sh\n' >$@; chmod +x $@; fi

# One list for both: every fourteenth file of a system, as find(1) has them.
BENCH_FILES ?= /usr

BENCH_PUBLIC := Tools/with-scratch Tools/bench-public $(PUBLIC) $(PEERS)

bench: $(BENCH_ROOT)/bin/utcli $(BENCHMARKS) $(ECHO) $(PUBLIC) $(PEERS)/table $(PEERS)/glib ## run the benchmarks (minutes)
	$(BENCH)
	$(BENCH_PUBLIC)

bench-quick: $(BENCH_ROOT)/bin/utcli $(BENCHMARKS) $(ECHO) ## run the benchmarks' short form (seconds)
	$(BENCH) --quick

bench-public: $(PUBLIC) $(PEERS)/table $(PEERS)/glib ## run the benchmarks of the library's public interface (a minute)
	$(BENCH_PUBLIC)

bench-files: $(PEERS)/files $(PEERS)/files-glib ## measure what a file manager shows of 10,000 files (seconds)
	@find $(BENCH_FILES) -xdev -type f | awk 'NR % 14 == 0' | sed -n 1,10000p >$(PEERS)/list
	@for program in files files files files-glib files-glib; do printf '%-11s' $$program; $(PEERS)/$$program <$(PEERS)/list; done

bench-neighbours: $(BENCH_ROOT)/bin/utcli $(BENCHMARKS) $(ECHO) ## measure a client beside heavy calls of others (a minute)
	$(BENCH) --neighbours

format: ## format all sources in place
	$(SWIFT) format format --in-place --recursive Package.swift Sources Tests Tools

lint: ## check the format of all sources
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Tools

# Read from modules that were built for the tests, or for a release; nothing is compiled a second time. Hashes
# that are the same each time make equal pages.
PAGES := .build/TypeRegistry.doccarchive
DOCUMENTED := TypeRegistry TypeRegistryFoundation
define document
	rm -rf $(2) $(2).symbols && mkdir -p $(2).symbols
	for module in $(DOCUMENTED); do \
	  $(SYMBOLS_OF) -module-name $$module -target "$$(uname -m)-unknown-linux-gnu" \
	    -I $(1)/Modules -I Sources/CLinux -I Sources/CSQLite \
	    $(foreach target,CoreData Texts,-Xcc -fmodule-map-file=$(1)/$(target).build/module.modulemap) \
	    -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols -output-dir $(2).symbols; \
	done
	SWIFT_DETERMINISTIC_HASHING=1 $(DOCC) convert Sources/TypeRegistry/TypeRegistry.docc \
	  --additional-symbol-graph-dir $(2).symbols --fallback-display-name TypeRegistry \
	  --fallback-bundle-identifier org.typeregistry.TypeRegistry \
	  --output-path $(2) --warnings-as-errors \
	  --experimental-documentation-coverage --coverage-summary-level brief
endef

docs: setup ## build the library's documentation; a warning is an error
	$(SWIFT) build --target TypeRegistryFoundation
	$(call document,.build/debug,$(PAGES))
	@printf '%s\n' '' 'The pages need a web server; any that serves files will do. Run' \
	  '  python3 -m http.server -d $(PAGES) 8000' \
	  'and open http://localhost:8000/documentation/typeregistry in a browser.'

# The same pages, from the modules of the release, where packages of them are built.
SITE := .build/site
site: $(SITE)/index.html ## build the documentation for a package of it, from what 'make release' built

$(SITE)/index.html: $(UTCLI) $(wildcard Sources/TypeRegistryFoundation/*.swift Sources/TypeRegistry/TypeRegistry.docc/*)
	@$(SWIFT) build $(STATIC) --target TypeRegistryFoundation 2>&1 | $(QUIET)
	$(call document,.build/release-static/release,$(SITE))
	rm $(SITE)/documentation-coverage.json
	@touch $@

SITE_DIRECTORY := $(PREFIX)/share/doc/typeregistry-doc/html
install-site: $(SITE)/index.html ## install it in share/doc/typeregistry-doc/html
	install -d "$(DESTDIR)$(SITE_DIRECTORY)"
	cd $(SITE) && find . -type f -exec install -D -m 644 {} "$(DESTDIR)$(SITE_DIRECTORY)/{}" \;

# The pages are in the repository: what is installed needs no program that makes it.
man: setup ## write the manual pages anew, from the tables of the programs
	RECORD_MANUAL=1 $(SWIFT) test --disable-xctest --filter ManualTests

fuzz: setup ## run each fuzzer for a minute (FUZZ_SECONDS=60), and print a table; crashes are in .build/crashes
	Tools/fuzz --seconds $(FUZZ_SECONDS)

release-check: setup ## run all that a release is trusted for, and write Documentation/reliability.md (a day)
	Tools/release-check

oracle: $(STRIPPED)/utcli $(STRIPPED)/typed ## compare all answers with a resolver of its own, for hours (WORLDS=20000 SEED=1000, or CASE=FILE)
	Tests/Oracle/run $(STRIPPED)/utcli --typed $(STRIPPED)/typed --again 'make oracle CASE=' \
	  $(if $(CASE),--case '$(CASE)',--worlds $(WORLDS) --seed $(SEED))

# The command that removes what is installed.
UNINSTALL = make -C $(CURDIR) uninstall$(if $(filter-out /usr/local,$(PREFIX)), PREFIX=$(PREFIX))$(foreach given,$(filter-out PREFIX=%,$(MAKEOVERRIDES)), $(given))

# Nothing that is installed is run. Older declarations go first: a file that was renamed must not declare
# its types twice. The file that is named by the digest comes last: it says that those before it are the
# ones that the programs hold, and that nothing in them need be read.
install: core-check $(foreach file,utcli typed libtyperegistry.so,$(PROGRAMS)/$(file)) ## install below PREFIX (/usr/local); DESTDIR stages a package
	@install -d "$(BIN)" "$(DESTDIR)$(CORE)"
	@install -m 755 $(PROGRAMS)/utcli "$(BIN)/utcli"
	@ln -sf utcli "$(BIN)/typed"
	@install -d "$(DESTDIR)$(LIBDIR)/pkgconfig"
	@install -m 755 $(PROGRAMS)/libtyperegistry.so "$(DESTDIR)$(LIBDIR)/libtyperegistry.so.$(VERSION)"
	@ln -sf libtyperegistry.so.$(VERSION) "$(DESTDIR)$(LIBDIR)/libtyperegistry.so"
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))' \
	  'includedir=$${prefix}/include' '' 'Name: typeregistry' \
	  'Description: a registry of uniform type identifiers' 'Version: $(VERSION)' \
	  'Libs: -L$${libdir} -ltyperegistry' 'Cflags: -I$${includedir}' \
	  >"$(DESTDIR)$(LIBDIR)/pkgconfig/typeregistry.pc"
	@chmod 644 "$(DESTDIR)$(LIBDIR)/pkgconfig/typeregistry.pc"
	@rm -f "$(DESTDIR)$(CORE)"/{*.json,*.digest,registry.image}
	@for file in $(INSTALLED); do install -D -m 644 "$${file%%:*}" "$(DESTDIR)$${file#*:}"; done
	@install -m 644 /dev/null "$(DESTDIR)$(CORE)/$$(Tools/core-image --digest).digest"
	@for instance in user:$(USER_UNITS) system:$(SYSTEM_UNITS); do \
	  directory="$(DESTDIR)$${instance#*:}"; \
	  install -d "$$directory"; \
	  for unit in typed.socket typed.service; do \
	    sed 's|/usr/bin/typed|$(PREFIX)/bin/typed|; s|file:/usr/share|file:$(PREFIX)/share|' \
	      Sources/typed/Units/$${instance%%:*}/$$unit >"$$directory/$$unit"; \
	    chmod 644 "$$directory/$$unit"; \
	  done; \
	done
	@ln -sf utcli "$(DESTDIR)$(BASH_COMPLETIONS)/typed"
	@ln -sf utcli.fish "$(DESTDIR)$(FISH_COMPLETIONS)/typed.fish"
	@$(if $(DESTDIR),echo "staged for $(PREFIX) below $(DESTDIR)",Packaging/install --say "$(PREFIX)" "$(UNINSTALL)")

# Packages with Debian's own tools. They look for their directory at the top, where it is for that time.
DEB := .build/deb
mime-package: $(MIME_PACKAGE) ## write what the core knows beyond the MIME database to .build/mime, for other programs

$(MIME_PACKAGE): $(UTCLI) $(MIME_DATABASE)
	@mkdir -p $(@D)
	env -u TYPED_DECLARATIONS $(UTCLI) export mime-package --beyond $(MIME_DATABASE) --force -o $@
	@touch $@

$(MIME_DATABASE):
	@echo '$@ was not found: install shared-mime-info, or name its file with MIME_DATABASE=FILE' >&2; exit 1

install-mime-package: $(MIME_PACKAGE) ## install that package in share/mime/packages; update-mime-database is left to the caller
	install -D -m 644 $< "$(MIME_PACKAGES)/$(<F)"

deb: release ## build the Debian packages (typed, typed-xdg-utils, typeregistry-mime, typeregistry-doc, libtyperegistry0, libtyperegistry-dev) in .build/deb
	@Tools/setup --deb
	rm -rf debian "$(DEB)" && mkdir -p "$(DEB)" && cp -R Packaging/debian debian
	$(if $(DEB_VERSION),sed -i '1s/(.*)/($(DEB_VERSION))/' debian/changelog)
	dpkg-buildpackage --build=binary --no-sign --no-pre-clean --no-check-builddeps --no-post-clean \
	  --buildinfo-file="$(DEB)/typed.buildinfo" --changes-file="$(DEB)/typed.changes" \
	  --buildinfo-option=-u"$(DEB)" --changes-option=-u"$(DEB)" || { rm -rf debian; exit 1; }
	rm -rf debian
	ls "$(DEB)"/*deb

# The same packages with rpm's tools. On Debian their database knows of no package.
RPM := .build/rpm
rpm: release $(MIME_PACKAGE) site ## build the same packages for distributions with rpm in .build/rpm
	@Tools/setup --rpm
	rm -rf "$(RPM)" && mkdir -p "$(RPM)"
	HOME="$(CURDIR)/$(RPM)" SOURCE_DATE_EPOCH=$(EPOCH) rpmbuild -bb --quiet --nodeps --define '_topdir $(CURDIR)/$(RPM)/work' \
	  --define '_rpmdir $(CURDIR)/$(RPM)' --define '_rpmfilename %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm' \
	  --define 'checkout $(CURDIR)' --define 'program_version $(VERSION)' Packaging/rpm/typed.spec
	rm -rf "$(RPM)/work" "$(RPM)/.rpmdb"
	ls "$(RPM)"/*.rpm

# For Python. Its time is that of the packages.
WHEEL := .build/wheel
WHEEL_PYTHON ?= .build/wheel-tools/bin/python3
wheel: core-check $(STRIPPED)/libtyperegistry.so ## build the Python package typeregistry, with the library inside, in .build/wheel
	@WHEEL_PYTHON="$(WHEEL_PYTHON)" Tools/setup --wheel
	@WHEEL_PYTHON="$(WHEEL_PYTHON)" SOURCE_DATE_EPOCH=$(EPOCH) Packaging/python/build $(STRIPPED)/libtyperegistry.so $(WHEEL)

# For other distributions: a tree, and the program that installs it below /usr/local or elsewhere.
DIST := typed-$(VERSION)-linux-$(shell uname -m)
EPOCH = $(shell Packaging/said time)
dist: release $(MIME_PACKAGE) ## build a tarball for any Linux in .build/dist
	rm -rf .build/dist && install -d ".build/dist/$(DIST)"
	$(MAKE) install DESTDIR="$(CURDIR)/.build/dist/staged" PREFIX=/usr/local DECLARATION_DIRECTORIES=/usr/local/share/typed/declarations >/dev/null
	mv .build/dist/staged/usr/local/* ".build/dist/$(DIST)" && rm -rf .build/dist/staged
	install -D -m 644 $(MIME_PACKAGE) ".build/dist/$(DIST)/share/typed/mime/$(notdir $(MIME_PACKAGE))"
	install -m 755 Packaging/install ".build/dist/$(DIST)/install"
	@printf '%s\n' '.build/dist/$(DIST).tar.gz is for any Linux with this kind of processor. There:' '  tar -xf $(DIST).tar.gz' \
	  '  sudo $(DIST)/install    # or without sudo: $(DIST)/install ~/.local'
	@cd .build/dist && tar --sort=name --mtime=@$(EPOCH) --owner=0 --group=0 --numeric-owner --format=ustar -c $(DIST) | gzip -9n >$(DIST).tar.gz
	@cd .build/dist && sha256sum $(DIST).tar.gz | tee $(DIST).tar.gz.sha256

install-debug: install ## install, and the symbols of the programs for debuggers
	install -d "$(BIN)/.debug"
	install -m 644 $(STRIPPED)/utcli.debug "$(BIN)/.debug"

# Directories go if they are empty: those of this package, and above them those of a staged tree or of
# a PREFIX of its own. /usr and /usr/local are not ours.
uninstall: ## remove what install put there
	@for file in $(INSTALLED); do rm -f "$(DESTDIR)$${file#*:}"; done
	@for file in $(MADE); do rm -f "$(DESTDIR)"$$file; done
	@cd "$(DESTDIR)$(DOC)" 2>/dev/null && find . -depth -type d -empty -delete || true
	@for directory in "$(BIN)/.debug" "$(DESTDIR)$(CORE)" "$(DESTDIR)$(SCHEMA)" "$(DESTDIR)$(PREFIX)/share/typed/mime" "$(DESTDIR)$(USER_UNITS)" \
	  "$(DESTDIR)$(SYSTEM_UNITS)" "$(DESTDIR)$(PREFIX)/lib/systemd" \
	  $(foreach directory,$(DECLARATION_DIRECTORIES),"$(DESTDIR)$(directory)") \
	  $(foreach directory,$(DECLARATION_DIRECTORIES),"$(DESTDIR)$(dir $(directory))"); do \
	  rmdir "$$directory" 2>/dev/null || true; \
	done
	@rmdir "$(DESTDIR)$(DOC)" 2>/dev/null || true
	@if [ -n "$(DESTDIR)" ] || [[ "$(PREFIX)" != /usr && "$(PREFIX)" != /usr/local ]]; then \
	  cd "$(if $(DESTDIR),$(DESTDIR),/)"; \
	  for directory in $(PREFIX)/{bin,include,lib,share/doc,share/mime/packages,share} $(LIBDIR)/pkgconfig $(LIBDIR) \
	    $(MAN)/man{1,5,7,8} $(BASH_COMPLETIONS) $(ZSH_COMPLETIONS) $(FISH_COMPLETIONS) \
	    $(dir $(patsubst %/,%,$(dir $(DECLARATION_DIRECTORIES)))); do \
	    [ ! -d "$${directory#/}" ] || rmdir -p --ignore-fail-on-non-empty "$${directory#/}"; \
	  done; \
	fi
	@echo "removed from $(DESTDIR)$(PREFIX)"

clean: ## remove everything that was built
	rm -rf .build
