import SourceInspection
import Testing

/// The structures whose encoded form a source shows.
struct StructureTests {
  private static func structures(_ text: String) -> [String] {
    SourceFile(text: text).outline.structures.map { structure in
      let fields = structure.fields.map { "\($0.key): \($0.type)" }.joined(separator: ", ")
      return "\(structure.name) {\(fields)}"
    }
  }

  @Test(arguments: [
    ("struct A: Codable { var n: Int; let s: String? }", "A {n: Int, s: String?}"),
    ("public struct A: Sendable, Codable { var `in`: [Feed.Item] = [] }", "A {in: [Feed.Item]}"),
    ("enum B { struct A: Codable { var n: Int } }", "B.A {n: Int}"),
    ("extension B.C { struct A: Codable { var n: Int } }", "B.C.A {n: Int}"),
    (
      "struct A: Codable { static let a = 1; var n: Int { 1 }; var m: Int { didSet {} } }",
      "A {m: Int}"
    ),
    (
      "struct A: Codable { var n: Int; var m = 1, k: Int\n  private enum CodingKeys: CodingKey { case n } }",
      nil
    ),
    (
      "struct A: Codable { var n: Int; var m: Int = 1\n  enum CodingKeys: String, CodingKey { case n } }",
      "A {n: Int}"
    ),
    ("struct A: Codable { func f() {}; init(n: Int) {}; enum B {} }", "A {}"),
  ])
  func `A structure has the fields that synthesized code encodes`(
    _ row: (source: String, structure: String?)
  ) {
    #expect(Self.structures(row.source) == [row.structure].compactMap(\.self))
  }

  @Test(arguments: [
    "struct A { var n: Int }", "struct A<T>: Codable { var n: T }",
    "@Observable struct A: Codable { var n: Int }", "struct A: Codable { @Wrapped var n: Int }",
    "struct A: Codable { var n = 1 }", "struct A: Codable { let n: Int = 1 }",
    "struct A: Codable { lazy var n: Int = 1 }", "struct A: Codable { var (a, b): (Int, Int) }",
    "struct A: Codable { var n: Int\n  init(from decoder: any Decoder) throws { n = 1 } }",
    "struct A: Codable { var n: Int\n  func encode(to encoder: any Encoder) throws {} }",
    "struct A: Codable { var n: Int\n  enum CodingKeys: String, CodingKey { case n = \"m\" } }",
    "struct A: Codable { var n: Int\n  typealias CodingKeys = Keys }",
    "struct A: Codable {\n#if DEBUG\n  var n: Int\n#endif\n}",
    "struct A: Codable { #fields }", "func f() { struct A: Codable { var n: Int } }",
  ])
  func `A structure with anything that may change its form is omitted`(source: String) {
    #expect(Self.structures(source) == [])
  }

  @Test func `An edit of a structure is read, and moves the next ones`() {
    var file = SourceFile(
      text: "struct A: Codable {\n  var n: Int\n}\nstruct B: Codable {\n  var m: Int\n}\n")
    let position = TextPosition(line: 1, column: 12)
    file.replace(TextRange(position, position), with: "?\n  var k: Int")
    #expect(
      file.outline.structures.map { $0.fields.map(\.type) } == [["Int?", "Int"], ["Int"]])
    #expect(file.outline.structures.map(\.nameRange.start.line) == [0, 4])
    #expect(file.outline == SourceFile(text: file.text).outline)
  }
}
