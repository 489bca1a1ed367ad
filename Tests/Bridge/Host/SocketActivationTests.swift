import ModularityTestSupport
import Testing

@testable import Bridge

/// The description of the sockets that a supervisor hands over.
@Suite struct SocketActivationTests {
  private func activation(
    _ environment: [String: String], open: Range<Int32> = 3..<10
  ) -> SocketActivation {
    SocketActivation(environment: environment, process: 42) { open.contains($0) }
  }

  @Test func `A process without a description has no sockets, and no problem`() {
    #expect(activation([:]) == .none)
    #expect(activation(["LISTEN_FDS": "", "LISTEN_PID": "1"]) == .none)
    #expect(activation(["LISTEN_FDS": "0", "LISTEN_PID": "42", "LISTEN_FDNAMES": ""]) == .none)
  }

  @Test func `Sockets are numbered from 3 and named in order`() {
    let found = activation([
      "LISTEN_FDS": "3", "LISTEN_PID": "42", "LISTEN_FDNAMES": "console::http",
    ])
    #expect(
      found.sockets == [
        ActivatedSocket(name: "console", descriptor: 3), ActivatedSocket(name: "", descriptor: 4),
        ActivatedSocket(name: "http", descriptor: 5),
      ])
    #expect(found.problem == nil)
    let unnamed = activation(["LISTEN_FDS": "1", "LISTEN_PID": "42"])
    #expect(unnamed.sockets == [ActivatedSocket(name: "unknown", descriptor: 3)])
    #expect(unnamed.problem == nil)
  }

  @Test(
    arguments: [
      (["LISTEN_FDS": "1"], "LISTEN_PID is '', but the process is 42"),
      (["LISTEN_FDS": "1", "LISTEN_PID": "41"], "LISTEN_PID is '41', but the process is 42"),
      (["LISTEN_FDS": "1", "LISTEN_PID": " 42"], "LISTEN_PID is ' 42'"),
      (["LISTEN_FDS": "one", "LISTEN_PID": "42"], "LISTEN_FDS is 'one'"),
      (["LISTEN_FDS": "-1", "LISTEN_PID": "42"], "LISTEN_FDS is '-1'"),
      (["LISTEN_FDS": "2147483647", "LISTEN_PID": "42"], "LISTEN_FDS is '2147483647'"),
      (["LISTEN_FDS": "99999999999", "LISTEN_PID": "42"], "LISTEN_FDS is '99999999999'"),
      (["LISTEN_FDS": "8", "LISTEN_PID": "42"], "descriptor 10 is not a socket"),
    ] as [([String: String], String)])
  func `A wrong description is reported, and its sockets are ignored`(
    environment: [String: String], message: String
  ) {
    let found = activation(environment)
    #expect(found.sockets.isEmpty)
    #expect(found.problem?.contains(message) == true)
    #expect(found.problem?.contains("so the sockets of the supervisor are ignored") == true)
  }

  @Test(arguments: ["console", "console:http:log", "console:http:"])
  func `A wrong number of names is reported, and the names are ignored`(names: String) {
    let found = activation(["LISTEN_FDS": "2", "LISTEN_PID": "42", "LISTEN_FDNAMES": names])
    #expect(found.sockets.map(\.name) == ["unknown", "unknown"])
    #expect(found.problem?.contains("LISTEN_FDNAMES is '\(names)'") == true)
  }

  @Test func `Whatever the variables are, sockets are open ones in a row from 3`() {
    var generator = SeededGenerator(seed: 23)
    let texts = [
      "", "0", "1", "2", "7", "8", "-3", "42", "a:b", "a", ":", "a:b:c", "٣", "+1", "0x1",
    ]
    for _ in 0..<5_000 {
      var environment: [String: String] = [:]
      for variable in SocketActivation.variables where Bool.random(using: &generator) {
        environment[variable] = texts.randomElement(using: &generator)
      }
      let last = Int32.random(in: 3...12, using: &generator)
      let found = activation(environment, open: 3..<last)
      #expect(found.sockets.map(\.descriptor) == Array(3..<3 + Int32(found.sockets.count)))
      #expect(found.sockets.count <= last - 3)
      #expect(found.sockets.isEmpty || environment["LISTEN_PID"] == "42")
      let isAsked = environment["LISTEN_FDS"].map { $0 != "" && $0 != "0" } ?? false
      #expect(!isAsked || !found.sockets.isEmpty || found.problem != nil, "\(environment)")
    }
  }
}
