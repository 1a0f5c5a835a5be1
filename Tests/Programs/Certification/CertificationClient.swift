// SPDX-License-Identifier: MIT

import StrictJSON
import Varlink

/// The client of `org.varlink.certification`: passes the reply of each method to the next one.
enum CertificationClient {
  static func run(_ connection: Connection) throws(ConnectionError) {
    let interface = "org.varlink.certification."
    let info = try connection.call("org.varlink.service.GetInfo")
    print(info["vendor"]?.string ?? "", info["product"]?.string ?? "")
    let start = try connection.call(interface + "Start")
    let client = start["client_id"]?.string ?? ""
    var last: JSONValue?
    for test in 1...9 {
      let reply = try connection.call(interface + "Test0\(test)") { parameters in
        write(client, last, to: &parameters)
      }
      print("Test0\(test):", text(reply.parameters))
      last = reply.parameters
    }
    var strings: [String] = []
    let replies = try connection.replies(to: interface + "Test10", timeout: .seconds(10)) {
      write(client, last, to: &$0)
    }
    while let reply = try replies.nextReply() { strings.append(reply["string"]?.string ?? "") }
    print("Test10:", strings.count, "replies")
    try connection.send(interface + "Test11", flag: .oneway) { parameters in
      parameters.name("client_id")
      parameters.string(client)
      parameters.name("last_more_replies")
      parameters.beginArray()
      for string in strings { parameters.string(string) }
      parameters.endArray()
    }
    let end = try connection.call(interface + "End") { write(client, nil, to: &$0) }
    print("End:", text(end.parameters))
  }

  private static func write(
    _ client: String, _ members: JSONValue?, to parameters: inout JSONWriter
  ) {
    parameters.name("client_id")
    parameters.string(client)
    guard let members else { return }
    for member in members.members where !member.name.equals("client_id") {
      parameters.name(member.name.string ?? "")
      parameters.value(member.value)
    }
  }

  private static func text(_ value: JSONValue?) -> String {
    guard let value else { return "{}" }
    var writer = JSONWriter()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
