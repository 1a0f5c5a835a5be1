// SPDX-License-Identifier: MIT

/// What the facts are that rules about contents ask for; `ManualTests` insists that each is here.
enum ContentFactMeanings {
  static let all: [(name: String, meaning: String)] = [
    ("ZIPMember", "The path of a member of a ZIP archive."),
    (
      "ZIPMIMEType",
      "The contents of the member mimetype of a ZIP archive, or the first media type in its member "
        + "META-INF/manifest.xml; the first of these members decides."
    ),
    (
      "ZIPContentType",
      "A content type in the member [Content_Types].xml of a ZIP archive, as Office documents have it."
    ),
    (
      "OLEClass",
      "The class identifier of an OLE compound file, such as 00020906-0000-0000-C000-000000000046."
    ),
    ("OLEStream", "The name of a stream or storage of an OLE compound file."),
    ("ISOBrand", "A brand of an ISO base media file (MP4, HEIF, JPEG 2000), four characters."),
    ("ISOMajorBrand", "The first of these brands."),
    ("ISOTrack", "The kind of a track of such a file: vide, soun."),
    ("EBMLDocType", "The document type of an EBML file: matroska, webm."),
    ("EBMLTrack", "The kind of a track of such a file: video, audio, subtitle."),
    ("OggStream", "The codec of a stream of an Ogg file: vorbis, opus, theora."),
    ("TIFFTag", "The decimal number of a tag in the first directory of a TIFF file."),
    ("TIFFMake", "The maker of the camera, in a TIFF file."),
    (
      "ELFKind",
      "What an ELF file is: relocatable, executable, position-independent-executable, library, core, "
        + "kernel-module."
    ),
    ("PEKind", "What a PE file is: program, library, driver, efi, dotnet."),
    ("TarMember", "The path of a member of a tar archive, also of one that gzip compressed."),
    ("Inflated", "The beginning of what gzip or zlib compressed."),
    ("SQLiteTable", "The name of a table of an SQLite database."),
    (
      "JSONMember",
      "A member of the outermost object of a JSON text: its name, and after a colon and a blank its value "
        + "if that is a string."
    ),
    ("MPEGAudio", "The kind of an MPEG audio stream: layer-1, layer-2, layer-3, aac."),
    (
      "DERKind",
      "What a DER text is: certificate, certificate-request, revocation-list, signed-data, pkcs12, "
        + "private-key."
    ),
    ("PEMLabel", "The label of a PEM text: CERTIFICATE, PGP MESSAGE."),
    (
      "Interpreter",
      "The program after #!, with and without its version; the one that env is to start."
    ),
    ("Modeline", "The kind of text that an editor is told in the text, in lower case."),
    ("XMLDocType", "The name, public and system identifier of an XML document type, each."),
    ("FirstLine", "The first line of a text that is not blank, without the blanks around it."),
    ("Line", "One of the first 100 such lines."),
    ("TextForm", "The structure of a text: json, csv, mail."),
    ("Language", "The language of a text, by words that no other one has."),
  ]
}
