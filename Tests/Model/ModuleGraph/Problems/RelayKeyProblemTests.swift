import Declarations
import ModuleGraph
import Testing

/// What is found to be wrong with relay keys.
@Suite struct RelayKeyProblemTests {
  private static func observer(_ key: String, line: Int) -> DeclaredRecord {
    .sample("phob", key, "Badge/Badge.swift", line, flags: .unresolvedKey)
  }

  /// A wire between relays, whose keys are expressions.
  private static func wire(_ from: String, _ to: String, line: Int) -> DeclaredRecord {
    func end(_ key: String) -> String {
      let name = key.replacing("\"", with: "\\\"")
      return #"{"kind":"relay","name":"\#(name)","unresolved":true}"#
    }
    return .sample(
      "wire", "relay \(from) -> relay \(to)", "Wires/Wires.swift", line,
      #"{"from":\#(end(from)),"to":\#(end(to))}"#)
  }

  /// A key that an extension with `@RelayKeys` declares.
  private static func key(
    _ name: String, _ type: String, _ fileID: String, line: Int, member: String = "count",
    flags: RecordFlags = []
  ) -> DeclaredRecord {
    .sample(
      "phky", name, fileID, line, flags: flags, #"{"member":"\#(member)","type":"\#(type)"}"#)
  }

  private static func problems(_ records: DeclaredRecord...) -> [ModuleProblem] {
    ModuleGraph(records: records).problems.filter { $0.code == .mistypedKey }
  }

  @Test func `Two observers of one key with different types are a warning with both locations`()
    throws
  {
    let problems = Self.problems(
      Self.observer(#"RelayKey<Int>("cart.count")"#, line: 3),
      Self.observer(#"RelayKey<String>("cart.count")"#, line: 7))
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect(problem.severity == .warning)
    #expect(problem.locations.map(\.description) == ["Badge/Badge.swift:7", "Badge/Badge.swift:3"])
    #expect(problem.nodes.count == 2)
    #expect(
      problem.message.hasPrefix(
        """
        the relay key 'cart.count' has the type 'String' for the observer at Badge/Badge.swift:7, \
        and 'Int' for the observer at Badge/Badge.swift:3.
        """))
  }

  @Test func `Two keys of one name with different types are a warning with both locations`()
    throws
  {
    let problems = Self.problems(
      Self.key("cart.count", "Int", "Cart/Keys.swift", line: 3),
      Self.key("cart.count", "String", "Shop/Keys.swift", line: 5, member: "shown"),
      Self.key("cart.total", "Double", "Shop/Keys.swift", line: 6, member: "total"))
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect(problem.locations.map(\.description) == ["Shop/Keys.swift:5", "Cart/Keys.swift:3"])
    #expect(problem.nodes == ["relay:cart.count"])
    #expect(
      problem.message.hasPrefix(
        """
        the relay key 'cart.count' has the type 'String' for the key at Shop/Keys.swift:5, and \
        'Int' for the key at Cart/Keys.swift:3.
        """))
  }

  @Test func `A key written as a literal is compared with the declared one`() {
    let declared = Self.key("cart.stock", "[String: Int]", "Cart/Keys.swift", line: 3)
    let same = Self.observer(#"RelayKey<[String:Int]>("cart.stock")"#, line: 1)
    let other = Self.observer(#"RelayKey<[Int: Int]>("cart.stock")"#, line: 2)
    #expect(Self.problems(declared, same).isEmpty)
    #expect(Self.problems(declared, other).count == 1)
    #expect(Self.problems(declared, other).first?.nodes.count == 2)
  }

  @Test func `A key whose name is not a literal is not compared`() {
    let one = Self.key(".count", "Int", "Cart/Keys.swift", line: 3, flags: .unresolvedKey)
    let two = Self.key(".count", "String", "Shop/Keys.swift", line: 3, flags: .unresolvedKey)
    #expect(Self.problems(one, two).isEmpty)
  }

  @Test func `A wire that uses a key with another type than an observer is a warning`() throws {
    let problems = Self.problems(
      Self.observer(#"RelayKey<[String: Int]>("stock")"#, line: 3),
      Self.wire(".changed", #"RelayKey<[String: Double]>("stock")"#, line: 9))
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect(problem.locations.map(\.description) == ["Wires/Wires.swift:9", "Badge/Badge.swift:3"])
    #expect(problem.message.contains("'[String:Double]' for the wire"))
  }

  @Test func `Both ends of one wire are compared`() {
    let wire = Self.wire(#"RelayKey<Int>("count")"#, #"RelayKey<String>("count")"#, line: 9)
    #expect(Self.problems(wire).count == 1)
  }

  @Test(arguments: [
    (#"RelayKey<Int>("a")"#, #"RelayKey<String>("b")"#),
    (#"RelayKey<[String: Int]>("a")"#, #"RelayKey<[String:Int]>.init("a")"#),
    (#"RelayKey<Int>("a")"#, #"Pharos.RelayKey<Swift.Int>("a")"#),
    (#"RelayKey<Result<Int, Never>>("a")"#, #"RelayKey<Result<Int,Never>>("a")"#),
    (#"RelayKey<Int>("a")"#, ".a"),
    (#"RelayKey<Int>.a"#, "RelayKey<String>.a"),
    (#"RelayKey<Int>("a\(1)")"#, #"RelayKey<String>("a\(1)")"#),
    (#"RelayKey<Int>("a" + "b")"#, #"RelayKey<String>("a" + "b")"#),
    (#"RelayKey("a")"#, #"RelayKey<Int>("a")"#),
    ("RelayKey<Int", "RelayKey<"),
    (#"RelayKey<>("a")"#, #"RelayKey<Int>("")"#),
  ])
  func `Equal keys, and keys of unknown types, are not a problem`(one: String, other: String) {
    #expect(Self.problems(Self.observer(one, line: 1), Self.observer(other, line: 2)).isEmpty)
  }

  @Test(arguments: [
    (#"RelayKey<@Sendable () -> Void>("a")"#, #"RelayKey<Int>("a")"#),
    (#"RelayKey<Result<Int, Never>>("a")"#, #"RelayKey<Result<Int, Error>>.init("a")"#),
    (#"RelayKey<Int>("a b")"#, #"Pharos.RelayKey<Int?>("a b")"#),
  ])
  func `The type is read in every form`(one: String, other: String) {
    #expect(Self.problems(Self.observer(one, line: 1), Self.observer(other, line: 2)).count == 1)
  }
}
