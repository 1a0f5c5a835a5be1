// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import TestSupport
import Testing
import Varlink

extension DaemonTests {
  @Suite struct Conduct {
    @Test func answersPipelinedCallsInOrder() throws {
      let client = try ServingDaemon().connect()
      try client.write((0..<200).map { Numbered.call($0) + "\0" }.joined())
      for number in 0..<200 { try #require(try Numbered.number(client.reply()) == number) }
    }

    @Test(arguments: [
      "org.varlink.service.GetInfo", "org.typeregistry.types.Nope", "org.nope.X",
      "org.typeregistry.types.TypeOf", "org.typeregistry.types.Subtypes",
    ])
    func saysNothingToAOnewayCall(_ method: String) throws {
      let client = try ServingDaemon().connect()
      for parameters in ["{}", #"{"zzz":1}"#] {
        try client.send(#"{"method":"\#(method)","parameters":\#(parameters),"oneway":true}"#)
      }
      // The first reply belongs to the first call that is not oneway.
      #expect(try Numbered.number(client.ask(Numbered.call(5))) == 5)
      #expect(try client.whatIsThere().isEmpty)
    }

    @Test func answersAClientThatHasStoppedSending() throws {
      let client = try ServingDaemon().connect()
      try client.write((0..<50).map { Numbered.call($0) + "\0" }.joined())
      client.endSending()
      for number in 0..<50 { try #require(try Numbered.number(client.reply()) == number) }
      #expect(try client.rest().isEmpty)
    }

    @Test func closesDescriptorsThatAreSent() throws {
      let daemon = try ServingDaemon()
      let client = try daemon.served()
      let before = try daemon.process.descriptorCount
      let ends = try socketPair()
      for _ in 0..<20 {
        // The kernel may reject them for the daemon.
        let isSent = try client.send(TestClient.info, with: [ends.1, ends.1])
        if !isSent { try client.send(TestClient.info) }
        #expect(try client.reply().contains("typed"))
      }
      close(ends.1)
      let other = ByteStream(takingOver: ends.0)
      // The end of the pair: no process has the other socket open.
      #expect(try other.rest().isEmpty)
      // One is of the connection that waits; another thread may have had files open at the start.
      #expect(try daemon.eventually { try daemon.process.descriptorCount <= before + 1 })
    }

    @Test func keepsNothingOfClientsThatLeaveBeforeTheAnswer() throws {
      let daemon = try ServingDaemon("--limit-connections-per-user", "100000")
      _ = try daemon.served()
      let before = try daemon.process.descriptorCount
      for _ in 0..<50 {
        // A call of each kind, half a call, and none.
        for text in [
          TestClient.info + "\0", "{", "", "{\0",
          String(repeating: TestClient.info + "\0", count: 60),
          #"{"method":"org.typeregistry.types.Subtypes","more":true,"#
            + #""parameters":{"identifier":"public.item"}}"# + "\0",
        ] {
          let client = try daemon.connect()
          _ = try? client.write(text)
          client.close()
        }
      }
      // The connection that waits for the condition has one more descriptor.
      #expect(try daemon.eventually { try daemon.process.descriptorCount <= before + 1 })
      daemon.process.send(SIGTERM)
      let ending = try daemon.process.end()
      #expect(ending.status == 0)
    }

    @Test func refusesToUpgradeAndGoesOn() throws {
      let client = try ServingDaemon().connect()
      let call = #"{"method":"org.varlink.service.GetInfo","upgrade":true}"#
      #expect(try client.ask(call).contains("MethodNotImplemented"))
      #expect(try client.ask().contains("typed"))
    }
  }
}
