# SPDX-License-Identifier: MIT
"""Descriptions of types and their translations, as check-declarations.py checks them.

A description is a noun in lower case, in which proper names keep their capitals. Only device models
and registered media types may be without one: they have that of a supertype. No two types have
the same description in one language, except for those of SAME. What is translated is translated
into all LANGUAGES, and no English word is left in a translation by accident.
"""

import collections
import re

LANGUAGES = ["de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "vi", "zh"]
# Languages of which each description has a letter of its own script, unless it is a name.
SCRIPTS = {
    "ja": "[\u3040-\u30ff\u4e00-\u9fff]", "ko": "[\uac00-\ud7a3]", "ru": "[\u0400-\u04ff]",
    "zh": "[\u4e00-\u9fff]",
}
# Letters of one language that would be a slip in another.
WRONG_LETTERS = {
    "ja": "[\uac00-\ud7a3\u0400-\u04ff]", "ko": "[\u3040-\u30ff\u4e00-\u9fff\u0400-\u04ff]",
    "ru": "[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]",
    "zh": "[\u3040-\u30ff\uac00-\ud7a3\u0400-\u04ff]",
}
# Languages without a difference of case, and German, whose nouns have capitals.
UNCASED = {"de", "ja", "ko", "zh"}
PLACEHOLDER = re.compile(
    r"^(?i:description|placeholder|unnamed|untitled|unknown|none)$|\b(TODO|FIXME|TBD|XXX|lorem)\b"
    r"|%[sd@]|[{}<>?…]|\.\.\.")
WORD = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")
# A word that begins with its only capital, and is no part of a longer name.
CAPITAL = re.compile(r"(?<![\w.+#’'/:-])[A-Z][a-z]{2,}(?:-[A-Za-z]+)*(?![\w:.]\w|\w)")

# Proper names with a word that other descriptions have in lower case.
NAMES = """
1C:Enterprise; Ableton Live; Ableton Note; Access; Active Server Page; Activity Streams; AdLib Tracker; AdLib
Visual Composer; Adobe Content Server; Adobe Cube; Adobe Digital Editions; Advanced Authoring Format; Advanced
Disk Catalog; Advanced Stream Redirector; Affinity Designer; Affinity Photo; Age of Empires; Alias; Altium
Designer; American Dynamics; Analyst's Notebook; Apache Arrow; Apex; API Blueprint; Apollo Guidance Computer;
App Designer; App Inventor; Apple Mail; Applix Graphics; Apps Script; Art of Noise; ATRAC Advanced Lossless;
Binary Ninja; Blank source; Blitz Basic; Blueprint; Bluetooth Low Energy; Bourne-Again Shell; Burp Suite; C
Shell; Calendar Creator; Calligra Plan; Capture One; Chaos Music Composer; Chasys Draw; Cheat Engine; Chemical
JSON; Chemical Markup Language; Chemical Style Markup Language; Cinema Display; Clang; Classic; Clip Gallery;
Clip Organizer; Clip Studio Paint; Code::Blocks; Codec 2; Collection+JSON; Common Cartridge; Common Data
Format; Common Ground; Common Workflow Language; Compact File Set; Compact Pro; Component Pascal; Computer
Graphics Metafile; Core ML; Core Services; Corel Gallery; Corel Print House; Corel Show; Creative Cloud;
Creative Music File; Creative Voice; Curl; Cyber Paint; DAEMON Tools; Data Interchange Format; DB Browser;
Developer Studio; Digital Tracker; Digital Winds; Disk Copy; Disorder Tracker; Dolby Pro Logic; Easy Media
Creator; eM Client; Embedded Workbench; Enhanced Metafile; Enterprise Architect; Exchange extension; Exchange
personal; Expression Media; Extended Vector Animation; Extensible Music Format; Extreme's Tracker; Family Tree
Maker; FAST Search & Transfer; Final Draft; First Choice; Flow Charting; Frame vector; Framework document;
Free Pascal; Friendly Software; FRITZ!Box; Galaxy Sound System; Game Boy; Game Boy Color; Game Gear; General
CADD; General DigiMusic; General Exchange Format; Generic CADD; Geography Markup Language; Geometry Explorer;
Global Graphics; Glyph Bitmap Distribution Format; Glyph script; GNU Radio; Google Video; Grammatical
Framework; Green Building XML; Groove; Group 3; Harvard Graphics; HP Instant Delivery; HTML Help; Hydrostatix
Master Suite; iCE Draw; Icon; Image Exchange Format; ImmerVision PURE Player; Impulse Tracker; Index Server;
Info document; Ink script; Inno Setup; Interchange File Format; Interface Builder; Internationalization Tag
Set; Internet Explorer; Internet Open Trading Protocol; Internet sign-up; IOKit Interface Generator; Java
Flight Recorder; Java Server Page; JPEG Network Graphics; Korn Shell; Kyoto Cabinet; Label Creator; Laser App;
Ledger journal; LEGO Digital Designer; Lightspeed Audio Lab; Live Home; Live Photo; Logic 1; Logic capture;
Magic Lantern; Magic Shadow Archiver; Managed Object Format; Management Console; Marvelous Designer; Mask
template; Master System; Material eXchange Format; Matrix Market; Max for Live; Media Pro; Micrografx
Designer; Microsoft Advanced Systems Format; Microsoft Cabinet; Microsoft Class Server; Microsoft Document
Imaging; Microsoft Help; Microsoft Paint; Microsoft Project; Microsoft Reader; Money Manager Ex; Monkey's
Audio; Motion JPEG; Movie Maker; Multi-Ad Creator; Multimedia Viewer; Multiple Picture Object; Multiple-image
Network Graphics; Nano; Neo Geo Pocket Color; New Moon; NobleNet Directory; NobleNet Web; Note Taker; Notes
data; Notes database; Notes link; Office Binder; Office Document Architecture; Office Open XML; Open Dylan;
Open Financial Exchange; Open Fixed-layout Document; Open Inventor; Open Media Framework; Open Packaging; Open
Score Format; Open Shading Language; Open Virtualization; Org document; Origin graph; Origin matrix; Origin
project; Origin workbook; Pages; Paint Shop Pro; Paint.NET; PaintShop Plus; Palm Desktop; PC Engine; Photo CD;
Photo Explorer; Photo-Paint; Photos adjustment; Picture CD; Picture It!; Picture Publisher; Plaza Mobile
Internet; Pokémon Mini; Portable Compiled Format; Portable Form File; Portable Sound Format; Portfolio; Power
Query; Power Tab; Preview Systems; Princeton Video Image; Print Replica; Print Shop; Prism Paint; Pro Display
XDR; Pro Tools; Pro Tracker; Processing sketch; Project Graph; Protocol Buffers; Pure Data; Qt Designer;
Raster Music Tracker; Real Tracker; Renaissance Learning; Rich Pixel Format; Robot Framework; Sample Vision;
SAP Visual Enterprise; Scheme source; Scream Tracker; settings of Terminal; Show Partner; Silicon Graphics;
Simple Vector Format; Sketch drawing; Slight Atari Player; Smart Game Format; SMART Notebook; Smooth
Streaming; Sony Pictures Imageworks; Sound Designer; Sound Tracker; Source engine; Spectrum; Spin source; SQL
Server; SQL Server Compact; Standard ML; Student Writing Center; Sublime Text; Substance; Substance Painter;
Subtitle Composer; Surface template; Sweet Home 3D; System Profiler; Taquart Interlace Picture; Template
Toolkit; Tenex C Shell; The Sims; TIA Portal; Tiled; Tilt Brush; Time Machine; Timeline Maker; Tiny Core;
Tokyo Cabinet; Triscape Map Explorer; True Audio; Turbo Debugger; Type 1; Unified Parallel C; Universal Scene
Description; Untyped Plutus Core; Viacom New Media; Video CD; View Your Mind; Virtual Boy; Visual Basic;
Visual C++; Visual FoxPro; Visual LISP; Visual Networks; Visual Prolog; Visual Studio; Visual Workbench;
Waveform; WBS Chart Pro; Web IDL; Web of Things; Web Open Font Format; Windows Help; Windows Installer;
Windows Internet; Windows Journal; Windows Media; Windows Media Player; Windows Metafile; Windows Write;
Wireless Village; Wolfram Language; Wolfram Player; WonderSwan Color; Word; Z Shell; Zip; Zoom recorder; ZVUE
Media Manager
"""

# Types that have one description: forms of one format, or an abstract type and its file.
SAME = [
    {"public.email-message", "com.apple.mail.email"},
    {"com.apple.keynote.key", "com.apple.iwork.keynote.key", "com.apple.iwork.keynote.key-tef",
     "com.apple.iwork.keynote.sffkey"},
    {"com.apple.keynote.kth", "com.apple.iwork.keynote.kth", "com.apple.iwork.keynote.sffkth"},
    {"com.apple.iwork.pages.pages", "com.apple.iwork.pages.pages-tef",
     "com.apple.iwork.pages.sffpages"},
    {"com.apple.iwork.pages.template", "com.apple.iwork.pages.sfftemplate"},
    {"com.apple.iwork.numbers.numbers", "com.apple.iwork.numbers.numbers-tef",
     "com.apple.iwork.numbers.sffnumbers"},
    {"com.apple.iwork.numbers.template", "com.apple.iwork.numbers.sfftemplate"},
]

# Names of programs and formats that are written in lower case in each language.
LOWER_NAMES = set(
    "ar bitcode bytecode configure cue fish gem gettext gnuplot gzip libtool lzip lzop makefile "
    "pixmap pkg-config safetensors sed snap systemd tar tracker troff wheel xz zip".split())
# Names by which translations call what the English description calls otherwise.
SHORT_NAMES = {"Bash", "Wave"}
# English words that are words of a language, too.
LOANWORDS = {
    "de": "alias audio computer download framework pipe socket text video volume",
    "es": "alias audio audiovisual framework internet macros manual personal raw script shader "
          "shapefile shell socket software web",
    "fr": "alias application applications archive audio cache capture code collection composite "
          "configuration document documentation documents expression extension framework image "
          "installation instructions internet licence macros message module page photos point "
          "public publication script service shader shell signature socket source style table "
          "transport type volume web",
    "it": "alias assembly audio backup batch bundle byte cache computer database debug desktop "
          "directory dump e-book feed file formula framework header home internet kernel linker "
          "macro notebook patch pipe playlist plug-in raw schema script server shader shapefile "
          "sheet shell socket software swap system video volume web",
    "ja": "raw web",
    "ko": "raw",
    "nl": "alias audio cache camera computer database directory document download framework "
          "item plug-in script shell socket video volume",
    "pl": "alias diagram do e-mail folder generator model raw shapefile",
    "pt": "alias assembly audiovisual cache download downloads e-mail feed framework internet "
          "item kernel link log macros manual notebook patch pipe plug-in raw script shader "
          "shapefile shell software volume web",
    "ru": "",
    "vi": "byte internet macro registry shell socket video web",
    "zh": "shell",
}


def check(types, translations, generated, problem):
    """`translations` has the tables of each file; `problem` takes where and what."""
    check_presence(types, generated, problem)
    described = [entry for entry in types if entry.description]
    for entry in described:
        for fault in faults(entry.description):
            problem(entry.where, f"the description {entry.description!r} {fault}")
    check_case(described, problem)
    check_duplicates(described, translations, problem)
    for file, tables in sorted(translations.items()):
        for language, table in sorted(tables.items()):
            if language in LANGUAGES:
                check_language(file, language, table, problem)


def check_presence(types, generated, problem):
    by_key = {entry.key: entry for entry in types}

    def inherits(entry, key):
        return entry and (
            entry.key == key or any(inherits(by_key.get(parent), key) for parent in entry.parents))

    for entry in types:
        if entry.description:
            continue
        is_media_type = entry.file == generated and entry.key.startswith("org.iana.media-type.")
        if not is_media_type and not inherits(entry, "public.device"):
            problem(entry.where, "it has no description")


def faults(text):
    """What is wrong with a text in any language, each as the rest of a sentence."""
    if text != text.strip() or "  " in text or "\u00a0" in text or re.search(r"[\x00-\x1f]", text):
        yield "has blanks that it should not have"
    if re.search(r"[.。:;,]$", text):
        yield "ends with a punctuation mark"
    if PLACEHOLDER.search(text):
        yield "looks like a placeholder"


def check_case(types, problem):
    """A capital is that of a name: no other description has the word in lower case."""
    lower = set()
    for entry in types:
        lower.update(word for word in WORD.findall(entry.description) if word.islower())
    names = [name.strip() for name in NAMES.replace("\n", " ").split(";")]
    names.sort(key=len, reverse=True)
    used = set()
    for entry in types:
        if entry.file.startswith("90-"):
            continue
        rest = entry.description
        for name in names:
            if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", rest):
                used.add(name)
                rest = rest.replace(name, "·")
        for word in CAPITAL.findall(rest):
            if word.lower() in lower or word.split("-")[0].lower() in lower and "-" in word:
                problem(entry.where, f"{word!r} in {entry.description!r} should be in lower case")
    for name in names:
        if name not in used:
            problem("description_checks.py", f"the name {name!r} is in no description")


def is_device_model(entry):
    return entry.file.startswith(("56-", "90-"))


def check_duplicates(types, translations, problem):
    decided = {key: number for number, keys in enumerate(SAME) for key in keys}
    for language in ["en"] + LANGUAGES:
        groups = collections.defaultdict(list)
        for entry in types:
            table = translations.get(entry.file, {}).get(language, {})
            text = entry.description if language == "en" else table.get(entry.description)
            if text and not is_device_model(entry):
                groups[text.casefold()].append(entry)
        for group in groups.values():
            if len(group) > 1 and len({decided.get(entry.key, entry.key) for entry in group}) > 1:
                others = ", ".join(entry.identifier for entry in group[1:])
                problem(group[0].where, f"{others} has the same description ({language})")


def check_language(file, language, table, problem):
    script, wrong = SCRIPTS.get(language), WRONG_LETTERS.get(language)
    allowed = LOWER_NAMES | set(LOANWORDS[language].split())
    for english, text in table.items():
        if not isinstance(text, str) or not text:
            continue
        where = f"{file}: {english!r} in {language}: {text!r}"
        for fault in faults(text):
            problem(where, fault)
        words = WORD.findall(english)
        common = {word for word in words if word.islower()}
        left = sorted({w.lower() for w in WORD.findall(text)} & common - allowed)
        names = {word.lower() for word in words} - common
        left = [word for word in left if word not in names and not is_in_name(word, english)]
        if left:
            problem(where, f"{', '.join(left)} is left in English")
        if script and not re.search(script, text) and common - allowed:
            problem(where, "is not in the script of the language")
        if wrong and re.search(wrong, text):
            problem(where, "has letters of another language")
        first = WORD.match(text)
        if first and language not in UNCASED and not is_name(first.group(), english):
            problem(where, "begins with a capital")


def is_in_name(word, english):
    return re.search(rf"\b{re.escape(word.capitalize())}\b", english) is not None


def is_name(word, english):
    """Whether a first word is in lower case, or has the capitals of a name of the description."""
    if not (word[:1].isupper() and word[1:].islower()) or word.split("-")[0] in SHORT_NAMES:
        return True
    names = [name.lower() for name in WORD.findall(english) if name[:1].isupper()]
    return any(word.lower() in name or name in word.lower() for name in names)
