import BinaryRecords
import Foundation
import ModuleGraph
import ProgramTestSupport
import Testing

@testable import BinaryInspection

/// A program that declares types of many forms, and prints a value of each as JSON.
struct FormsProgram {
  let file: URL

  /// The object file by one set of options, compiled once for all tests.
  struct Compilation: Sendable, CustomTestStringConvertible {
    static let plain = Compilation()
    static let optimized = Compilation("-O")
    static let small = Compilation("-Osize", "-whole-module-optimization")
    static let standalone = Compilation("-O", "-static-stdlib")
    static let unreflected = Compilation("-disable-reflection-metadata")

    let testDescription: String
    fileprivate let object: Task<Data, any Error>

    private init(_ options: String...) {
      testDescription = options.joined(separator: " ")
      object = Task {
        try await CProgram.withFolder { place in
          let source = place.folder.appending(path: "Forms.swift")
          try FormsProgram.source.write(to: source, atomically: true, encoding: .utf8)
          let output = place.folder.appending(path: "forms.o")
          try await Toolchain.command(
            "swiftc",
            ["-c", "-parse-as-library", "-swift-version", "6", "-module-name", "Forms"] + options
              + ["-o", output.path, source.path]
          ).succeed()
          return try Data(contentsOf: output)
        }
      }
    }
  }

  /// Links the program.
  static func link(
    _ compilation: Compilation, in place: CProgram, _ options: [String] = []
  ) async throws -> FormsProgram {
    let object = place.folder.appending(path: "forms.o")
    try await compilation.object.value.write(to: object)
    let output = place.folder.appending(path: "forms")
    try await Toolchain.command("swiftc", options + ["-o", output.path, object.path]).succeed()
    return FormsProgram(file: output)
  }

  /// Returns the forms of types of the program, and of all types in them.
  static func schemas(
    of types: [String], in images: [BinaryImage]
  ) -> DataSchemas {
    var reader = FormReader(TypeCatalog(images.map { $0.reflectedTypes() }))
    let uses = types.map { name in
      DataSchemas.Use(
        kind: .job, name: name, role: .payload, type: reader.type(.nominal("Forms.\(name)", [])))
    }
    return DataSchemas(uses: uses, forms: reader.forms)
  }

  func schemas(of types: [String]) throws -> DataSchemas {
    Self.schemas(of: types, in: try BinaryFile(path: file.path).images)
  }

  /// The types whose values the program prints.
  static let printed = [
    "Plain", "Standard", "Collections", "Omitting", "Choice", "Outer.Inner", "Outer.Hidden",
    "UsesPage", "Animal", "Leaf", "Wrapped", "Empty", "Plainest", "Single", "Labelled", "Tree",
    "Aliased", "Pair", "Keys",
  ]

  /// The types whose forms the file does not prove.
  static let opaque = [
    "Renamed", "Level", "Number", "Identifier", "NotCodable", "Dog", "ByHand", "KeyedByHand",
    "RenamedValues", "Page", "OpenKeys",
  ]

  private static let source = """
    import Foundation

    public struct Plain: Codable {
      public var number = "N"
      var tons = 1
      let hasPapers: Bool
    }
    public struct Standard: Codable {
      var a = true, b = "", c = 0, d: Int8 = 0, e: Int16 = 0, f: Int32 = 0, g: Int64 = 0
      var h: UInt = 0, i: UInt8 = 0, j: UInt16 = 0, k: UInt32 = 0, l: UInt64 = 0
      var m: Float = 0.5, n = 0.5, o = Decimal(1), p = Date(), q = Data()
      var r = URL(string: "a:b")!, s = UUID()
    }
    struct Collections: Codable {
      var list = [Plain(hasPapers: true)]
      var set: Set<String> = ["a"]
      var map = ["a": 1]
      var maybe: Int? = 1
      var nested: [String: [Plain?]]? = ["a": [Plain(hasPapers: true)]]
      var odd: [Int: [Date]] = [1: [Date()]]
    }
    struct Omitting: Codable {
      var kept = 1
      var dropped = 5
      private enum CodingKeys: CodingKey { case kept }
    }
    struct Renamed: Codable {
      var kept = 1
      private enum CodingKeys: String, CodingKey { case kept = "k" }
    }
    indirect enum Choice: Codable {
      case none
      case one(Int)
      case two(name: String, Plain)
      case more(Choice)
    }
    enum Level: String, Codable { case low, high = "HIGH" }
    enum Number: Int, Codable { case one = 1 }
    struct Identifier: RawRepresentable, Codable { var rawValue = "" }
    struct Outer {
      struct Inner: Codable { var x = 1 }
      fileprivate struct Hidden: Codable {
        var y = Inner()
        var d: Date? = Date()
      }
    }
    extension Outer.Inner { struct Deep: Codable { var z = 1 } }
    struct Page<Item: Codable>: Codable {
      var items: [Item]
      var next: String? = "n"
    }
    struct UsesPage: Codable {
      var page = Page(items: [Plain(hasPapers: true)])
      var deep = Page(items: [Page(items: [Outer.Inner.Deep()])])
    }
    struct Two<First: Codable, Second: Codable>: Codable {
      var first: First
      var second: Second
    }
    struct Pair: Codable { var two = Two(first: 1, second: ["a": Two(first: "a", second: true)]) }
    struct NotCodable { var x = 1 }
    class Animal: Codable { var name = "a" }
    class Dog: Animal { var age = 1 }
    final class Leaf: Codable { let x = 1 }
    struct ByHand: Codable {
      var a = 1
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(a)
      }
    }
    struct KeyedByHand: Codable {
      var a = 1
      enum CodingKeys: CodingKey { case a, other }
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(a, forKey: .other)
      }
    }
    @propertyWrapper struct Wrap: Codable { var wrappedValue: Int }
    struct Wrapped: Codable {
      @Wrap var w = 1
      var computed: Int { 3 }
    }
    struct Empty: Codable {}
    enum Plainest: Codable { case a, b }
    enum Single: Codable { case only }
    enum Labelled: Codable { case only(x: Int, y: [Single]) }
    enum RenamedValues: Codable {
      case a(x: Int)
      enum ACodingKeys: String, CodingKey { case x = "X" }
    }
    struct Tree: Codable {
      var children: [Tree] = []
      var byName: [String: Tree] = [:]
    }
    typealias Names = [String]
    struct Aliased: Codable {
      var names: Names = ["a"]
      var seconds: TimeInterval = 1
    }

    struct Port: Hashable, Codable, CodingKeyRepresentable {
      var name: String
      var codingKey: any CodingKey { name.codingKey }
      init(_ name: String) { self.name = name }
      init?<T: CodingKey>(codingKey: T) { name = codingKey.stringValue }
    }
    enum Lamp: String, Codable, CodingKeyRepresentable { case red = "r", green }
    extension Int8: @retroactive CodingKeyRepresentable {
      public var codingKey: any CodingKey { "\\(self)".codingKey }
      public init?<T: CodingKey>(codingKey: T) { self.init(codingKey.stringValue) }
    }
    struct Keys: Codable {
      var ports = [Port("a"): [Lamp.red: Plain(hasPapers: true)]]
      var small: [Int8: Int] = [1: 1]
      var pairs: [Level: Int] = [.low: 1]
      var lists: [[Int]: Int] = [[1]: 1]
    }
    struct ID<Value>: Hashable, Codable, CodingKeyRepresentable {
      var text = "a"
      var codingKey: any CodingKey { text.codingKey }
      init() {}
      init?<T: CodingKey>(codingKey: T) { text = codingKey.stringValue }
    }
    struct OpenKeys: Codable { var byID = [ID<Plain>(): 1] }

    func show(_ name: String, _ value: some Encodable) throws {
      print(name, String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
    }

    @main struct Main {
      static func main() throws {
        try show("Plain", Plain(hasPapers: true))
        try show("Standard", Standard())
        try show("Collections", Collections())
        try show("Omitting", Omitting())
        for choice in [Choice.none, .one(1), .two(name: "a", Plain(hasPapers: true)), .more(.none)] {
          try show("Choice", choice)
        }
        try show("Outer.Inner", Outer.Inner())
        try show("Outer.Hidden", Outer.Hidden())
        try show("UsesPage", UsesPage())
        try show("Animal", Animal())
        try show("Leaf", Leaf())
        try show("Wrapped", Wrapped())
        try show("Empty", Empty())
        try show("Plainest", Plainest.b)
        try show("Single", Single.only)
        try show("Labelled", Labelled.only(x: 1, y: [.only]))
        try show("Tree", Tree(children: [Tree()], byName: ["a": Tree()]))
        try show("Aliased", Aliased())
        try show("Pair", Pair())
        try show("Keys", Keys())
        try show("OpenKeys", OpenKeys())
        try show("Renamed", Renamed())
        try show("Level", Level.low)
        try show("Number", Number.one)
        try show("Identifier", Identifier())
        try show("Dog", Dog())
        try show("ByHand", JSONDecoder().decode(ByHand.self, from: Data("{}".utf8)))
        try show("KeyedByHand", JSONDecoder().decode(KeyedByHand.self, from: Data("{}".utf8)))
        try show("RenamedValues", RenamedValues.a(x: 1))
        // The optimizer would remove a type that no code uses.
        if CommandLine.arguments.count > 1 { print(NotCodable()) }
      }
    }
    """
}
