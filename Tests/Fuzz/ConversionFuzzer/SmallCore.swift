// SPDX-License-Identifier: MIT

import TypeRegistry

/// A core of a few types.
let core: [Bundle] = {
  let text = """
    {"CFBundleIdentifier": "org.example.core", "UTExportedTypeDeclarations": [
      {"UTTypeIdentifier": "public.data"},
      {"UTTypeIdentifier": "public.content"},
      {"UTTypeIdentifier": "public.directory"},
      {"UTTypeIdentifier": "com.apple.package", "UTTypeConformsTo": ["public.directory"]},
      {"UTTypeIdentifier": "public.text", "UTTypeConformsTo": ["public.data", "public.content"]},
      {"UTTypeIdentifier": "public.plain-text", "UTTypeConformsTo": ["public.text"],
       "UTTypeTagSpecification": {"public.mime-type": ["text/plain"],
         "public.filename-extension": ["txt", "text"]}},
      {"UTTypeIdentifier": "public.xml", "UTTypeConformsTo": ["public.text"],
       "UTTypeTagSpecification": {"public.mime-type": ["application/xml", "text/xml"],
         "public.filename-extension": ["xml"]}},
      {"UTTypeIdentifier": "public.yaml", "UTTypeConformsTo": ["public.text"],
       "UTTypeTagSpecification": {"public.mime-type": ["application/yaml", "application/x-yaml"],
         "public.filename-extension": ["yaml", "yml"]}},
      {"UTTypeIdentifier": "org.example.compose-file", "UTTypeConformsTo": ["public.yaml"],
       "UTTypeDescription": "Compose file",
       "UTTypeTagSpecification": {"org.freedesktop.filename-glob": ["compose.yml", "compose.conf"]}},
      {"UTTypeIdentifier": "org.example.component", "UTTypeConformsTo": ["public.text"],
       "UTTypeTagSpecification": {"public.filename-extension": ["component"]}},
      {"UTTypeIdentifier": "public.image", "UTTypeConformsTo": ["public.data", "public.content"]},
      {"UTTypeIdentifier": "public.png", "UTTypeConformsTo": ["public.image"],
       "UTTypeTagSpecification": {"public.mime-type": ["image/png"],
         "public.filename-extension": ["png"]}},
      {"UTTypeIdentifier": "public.jpeg", "UTTypeConformsTo": ["public.image"],
       "UTTypeDescription": "JPEG image",
       "UTTypeTagSpecification": {"public.mime-type": ["image/jpeg", "image/jpg"],
         "public.filename-extension": ["jpeg", "jpg"]}}]}
    """
  guard let bundle = BundleParser.parse(Array(text.utf8), path: "core", origin: .core).bundle
  else { preconditionFailure("the core is valid") }
  return [bundle]
}()

/// The package of MIME types that is installed where the input has none.
let database: Bundle = {
  let text = """
    <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
    <mime-type type="text/plain"><comment>text</comment><glob pattern="*.txt"/></mime-type>
    <mime-type type="application/xml"><comment>XML</comment><alias type="text/xml"/>
    <sub-class-of type="text/plain"/><glob pattern="*.xml"/></mime-type>
    <mime-type type="application/x-YAML"><comment>YAML</comment><icon name="text-x-script"/>
    <glob pattern="*.yml"/></mime-type>
    <mime-type type="image/jpeg"><comment>JPEG</comment><glob pattern="*.jpg"/></mime-type>
    <mime-type type="video/x-numbered"><glob pattern="[0-9][0-9].vdr"/></mime-type>
    </mime-info>
    """
  guard
    let bundle = MIMEPackageParser.parse(Array(text.utf8), path: "system.xml", origin: .system)
      .bundle
  else { preconditionFailure("the package is valid") }
  return bundle
}()
