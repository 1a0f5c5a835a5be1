// SPDX-License-Identifier: MIT

// Tests the module against other implementations of Varlink:
//
//     VarlinkCertification serve unix:/path     serves until it is terminated
//     VarlinkCertification call unix:/path      calls a service; exits with 0 on success
//
// The server handles one connection after another, without timeouts: do not use it as an example.

import Glibc
import SystemBase
import Varlink

func serve(_ address: SocketAddress) throws {
  let service = CertificationService().makeService()
  let listener = try ListeningSocket(at: address)
  while true {
    wait(for: listener.descriptor.number, POLLIN)
    switch try Acceptor.accept(on: listener.descriptor.number) {
    case .accepted(let descriptor, let peer): converse(descriptor, peer, service)
    case .nothingYet: continue
    case .exhausted(let error): throw error
    }
  }
}

func converse(_ socket: borrowing Descriptor, _ peer: Peer, _ service: Service) {
  var conversation = Conversation(peer: peer)
  while true {
    let progress = conversation.proceed(with: service)
    do {
      while try conversation.output.send(to: socket.number) != .emptied {
        wait(for: socket.number, POLLOUT)
      }
      switch progress {
      case .end: return
      case .output, .turn: continue
      case .input, .news: break
      }
      wait(for: socket.number, POLLIN)
      if try conversation.input.receive(from: socket.number, now: .now) == .ended { return }
    } catch {
      return
    }
  }
}

func wait(for socket: CInt, _ events: CInt) {
  var request = pollfd(fd: socket, events: Int16(events), revents: 0)
  _ = unsafe poll(&request, 1, -1)
}

let arguments = CommandLine.arguments
guard arguments.count == 3, ["serve", "call"].contains(arguments[1]) else {
  print("usage: VarlinkCertification serve|call ADDRESS")
  exit(2)
}
do {
  let address = try SocketAddress(arguments[2])
  if arguments[1] == "serve" { try serve(address) }
  try CertificationClient.run(Connection(to: address))
  print("certification passed")
} catch {
  print("certification failed: \(error)")
  exit(1)
}
