import BinaryRecords
import Foundation
import ModularityTestSupport
import ModuleGraph
import ProgramTestSupport
import Testing

@testable import BinaryInspection

/// The forms of types, read from files that the compiler made.
@Suite struct FormReadingTests {
  private static let text = """
    Forms.Aliased {names: [String], seconds: Double}
    Forms.Animal {name: String}
    Forms.ByHand is opaque: it has no CodingKeys, so its coding is written by hand
    Forms.Choice = none | one(_0: Int) | two(name: String, _1: Forms.Plain) | more(_0: Forms.Choice)
    Forms.Collections {list: [Forms.Plain], set: Set<String>, map: [String: Int], maybe: Int?, \
    nested: [String: [Forms.Plain?]]?, odd: [Int: [Date]]}
    Forms.Dog is opaque: it does not conform to Codable
    Forms.Empty {}
    Forms.Identifier is opaque: it is encoded as its raw value
    Forms.KeyedByHand is opaque: its key 'other' is no stored property, so its coding is written \
    by hand
    Forms.Keys {ports: [Forms.Port: [Forms.Lamp: Forms.Plain]], small: [Int8: Int], \
    pairs: [Forms.Level: Int], lists: [[Int]: Int]}
    Forms.Labelled = only(x: Int, y: [Forms.Single])
    Forms.Leaf {x: Int}
    Forms.Level is opaque: its raw values are not in the file
    Forms.NotCodable is opaque: it does not conform to Codable
    Forms.Number is opaque: its raw values are not in the file
    Forms.Omitting {kept: Int}
    Forms.OpenKeys {byID: [Forms.ID<Forms.Plain>: Int]}
    Forms.Outer.Hidden {y: Forms.Outer.Inner, d: Date?}
    Forms.Outer.Inner {x: Int}
    Forms.Outer.Inner.Deep {z: Int}
    Forms.Page is opaque: its generic arguments are unknown
    Forms.Page<Forms.Outer.Inner.Deep> {items: [Forms.Outer.Inner.Deep], next: String?}
    Forms.Page<Forms.Page<Forms.Outer.Inner.Deep>> \
    {items: [Forms.Page<Forms.Outer.Inner.Deep>], next: String?}
    Forms.Page<Forms.Plain> {items: [Forms.Plain], next: String?}
    Forms.Pair {two: Forms.Two<Int, [String: Forms.Two<String, Bool>]>}
    Forms.Plain {number: String, tons: Int, hasPapers: Bool}
    Forms.Plainest = a | b
    Forms.Renamed is opaque: its CodingKeys may have raw values, which are not in the file
    Forms.RenamedValues is opaque: its ACodingKeys may have raw values, which are not in the file
    Forms.Single = only
    Forms.Standard {a: Bool, b: String, c: Int, d: Int8, e: Int16, f: Int32, g: Int64, h: UInt, \
    i: UInt8, j: UInt16, k: UInt32, l: UInt64, m: Float, n: Double, o: Decimal, p: Date, q: Data, \
    r: URL, s: UUID}
    Forms.Tree {children: [Forms.Tree], byName: [String: Forms.Tree]}
    Forms.Two<Int, [String: Forms.Two<String, Bool>]> \
    {first: Int, second: [String: Forms.Two<String, Bool>]}
    Forms.Two<String, Bool> {first: String, second: Bool}
    Forms.UsesPage {page: Forms.Page<Forms.Plain>, \
    deep: Forms.Page<Forms.Page<Forms.Outer.Inner.Deep>>}
    Forms.Wrap {wrappedValue: Int}
    Forms.Wrapped {w: Forms.Wrap}
    [Forms.ID<Forms.Plain>: Int] is opaque: the conformance of its key Forms.ID<Forms.Plain> to \
    CodingKeyRepresentable may be conditional
    """

  private static let types = FormsProgram.printed + FormsProgram.opaque

  /// The compilation of the tests that need any, which takes seconds.
  private static let common = Sweep.isWhole ? FormsProgram.Compilation.optimized : .plain

  @Test(arguments: Sweep.inputs([FormsProgram.Compilation.plain, .optimized, .small], oneIn: 3))
  func `Every form is read as the compiler's coding encodes it`(
    compilation: FormsProgram.Compilation
  ) async throws {
    try await CProgram.withFolder { place in
      let program = try await FormsProgram.link(compilation, in: place)
      let schemas = try program.schemas(of: Self.types)
      #expect(schemas.storedLines.joined(separator: "\n") == Self.text)
      let output = try await Command(executable: program.file).succeed()
      var seen: Set<String> = []
      for line in output.lines where !line.isEmpty {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        seen.insert(parts[0])
        let value = try JSONSerialization.jsonObject(
          with: Data(parts[1].utf8), options: .fragmentsAllowed)
        guard !FormsProgram.opaque.contains(parts[0]) else { continue }
        #expect(
          EncodedValue(schemas).faults(of: value, .named("Forms.\(parts[0])")) == [],
          "\(line)")
      }
      #expect(seen.isSuperset(of: FormsProgram.printed))
    }
  }

  #if os(Linux)
    @Test
    func `A stripped program has the same forms, and one without sections says why it has none`()
      async throws
    {
      try await CProgram.withFolder { place in
        let program = try await FormsProgram.link(Self.common, in: place)
        let stripped = try await place.changed(
          program.file, into: "stripped", by: "llvm-objcopy", ["--strip-all"])
        let schemas = try FormsProgram(file: stripped).schemas(of: Self.types)
        #expect(schemas.storedLines.joined(separator: "\n") == Self.text)
        let bare = try await place.changed(
          program.file, into: "bare", by: "llvm-objcopy", ["--strip-sections"])
        let lines = try FormsProgram(file: bare).schemas(of: ["Plain"]).storedLines
        #expect(
          lines == [
            "Forms.Plain is opaque: the program has no table of sections, because it was stripped"
          ])
      }
    }

    @Test(arguments: ["lld", "gold", "bfd"])
    func `Every linker leaves the forms`(linker: String) async throws {
      try await CProgram.withFolder { place in
        let program = try await FormsProgram.link(.plain, in: place, ["-use-ld=\(linker)"])
        let schemas = try program.schemas(of: Self.types)
        #expect(schemas.storedLines.joined(separator: "\n") == Self.text)
      }
    }

    @Test(
      .enabled(if: Sweep.isWhole, "Each compilation takes seconds; MODKIT_SWEEPS=whole runs it."))
    func `A program with the standard library inside has the same forms`() async throws {
      try await CProgram.withFolder { place in
        let program = try await FormsProgram.link(.standalone, in: place, ["-static-stdlib"])
        let schemas = try program.schemas(of: Self.types)
        #expect(schemas.storedLines.joined(separator: "\n") == Self.text)
      }
    }
  #endif

  @Test(.enabled(if: Sweep.isWhole, "Each compilation takes seconds; MODKIT_SWEEPS=whole runs it."))
  func `Without reflection metadata the forms are opaque`() async throws {
    try await CProgram.withFolder { place in
      let program = try await FormsProgram.link(.unreflected, in: place)
      let lines = try program.schemas(of: ["Plain"]).storedLines
      #expect(
        lines == [
          "Forms.Plain is opaque: its module was built without reflection metadata"
        ])
    }
  }

  @Test func `Damaged metadata is never a crash, and adds no type`() async throws {
    try await CProgram.withFolder { place in
      let program = try await FormsProgram.link(Self.common, in: place)
      let bytes = Array(try Data(contentsOf: program.file))
      let image = try BinaryFile(path: program.file.path).images[0]
      let whole = image.reflectedTypes()
      let sections = try #require(image.sections).filter {
        $0.name.hasPrefix("swift5_") || [".rodata", ".data.rel.ro", ".rela.dyn"].contains($0.name)
      }
      var random = SeededGenerator(seed: 43)
      for _ in 0..<Sweep.count(150, sample: 30) {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...40, using: &random) {
          let section = try #require(sections.randomElement(using: &random))
          guard section.size > 0 else { continue }
          let place = section.fileOffset + UInt64.random(in: 0..<section.size, using: &random)
          damaged[Int(place)] = UInt8.random(in: 0...255, using: &random)
        }
        guard let file = try? BinaryFile(bytes: damaged, name: "damaged") else { continue }
        let types = file.images.map { $0.reflectedTypes() }
        #expect(types.reduce(0) { $0 + $1.types.count } <= whole.types.count)
        _ = FormsProgram.schemas(of: Self.types, in: file.images).lines
      }
    }
  }
}

/// A value as it was encoded, compared with its schema.
struct EncodedValue {
  let schemas: DataSchemas

  init(_ schemas: DataSchemas) {
    self.schemas = schemas
  }

  /// Returns the differences between a value, all of whose optional members are present, and its
  /// type.
  func faults(of value: Any, _ type: DataType) -> [String] {
    switch type {
    case .basic: return value is [Any] || value is [String: Any] ? ["\(value) is no \(type)"] : []
    case .optional(let wrapped): return faults(of: value, wrapped)
    case .array(let element), .set(let element):
      guard let list = value as? [Any] else { return ["\(value) is no \(type)"] }
      return list.flatMap { faults(of: $0, element) }
    case .dictionary(.basic(.string), let element), .dictionary(.basic(.int), let element):
      guard let object = value as? [String: Any] else { return ["\(value) is no \(type)"] }
      return object.values.flatMap { faults(of: $0, element) }
    case .keyed(_, let element):
      guard let object = value as? [String: Any] else { return ["\(value) is no \(type)"] }
      return object.values.flatMap { faults(of: $0, element) }
    case .dictionary: return value is [Any] ? [] : ["\(value) is no \(type)"]
    case .named(let name): return faults(of: value, name)
    }
  }

  private func faults(of value: Any, _ name: String) -> [String] {
    guard let form = schemas.forms[name] else { return ["\(name) has no form"] }
    let object = value as? [String: Any] ?? [:]
    switch form {
    case .object(let fields): return faults(of: object, fields, name)
    case .cases(let cases):
      guard object.count == 1, let (key, values) = object.first,
        let found = cases.first(where: { $0.key == key }), let values = values as? [String: Any]
      else { return ["\(value) is no \(name)"] }
      return faults(of: values, found.fields, "\(name).\(key)")
    case .rawValues(_, let values): return values.contains("\(value)") ? [] : ["\(value)"]
    case .single(let type): return faults(of: value, type)
    case .opaque(let reason): return ["\(name) is opaque: \(reason)"]
    }
  }

  private func faults(
    of object: [String: Any], _ fields: [DataForm.Field], _ name: String
  ) -> [String] {
    guard Set(object.keys) == Set(fields.map(\.key)) else {
      return ["\(name) has the keys \(object.keys.sorted()), not \(fields.map(\.key).sorted())"]
    }
    return fields.flatMap { faults(of: object[$0.key] ?? [], $0.type) }
  }
}
