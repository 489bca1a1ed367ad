import BinaryInspection
import Foundation
import ProgramTestSupport
import Testing

/// The table of levels in the documentation.
@Suite struct LevelTableTests {
  /// A difference of two types, with the words of the table.
  private struct Example {
    let words: String
    let old: DynamicType
    let new: DynamicType

    init(_ words: String, _ old: DataForm, _ new: DataForm) {
      self.words = words
      self.old = DynamicType(.named("T"), ["T": old])
      self.new = DynamicType(.named("T"), ["T": new])
    }

    /// A field of one type that becomes a field of another.
    init(_ words: String, _ old: DataType, _ new: DataType) {
      self.init(words, .object([.init("a", old)]), .object([.init("a", new)]))
    }

    func level(isStored: Bool) -> ChangeLevel {
      DataDifference(from: old.forms, to: new.forms).changes(from: old.type, to: new.type)
        .map { $0.level(isStored: isStored) }.min() ?? .harmless
    }
  }

  private static let int = DataType.basic(.int)
  private static let string = DataType.basic(.string)

  private static func object(_ fields: DataForm.Field...) -> DataForm { .object(fields) }

  private static let examples: [Example] = [
    Example("A field with an optional type is added", object(), object(.init("a", .optional(int)))),
    Example("A field with another type is added", object(), object(.init("a", int))),
    Example(
      "A field with an optional type is removed", object(.init("a", .optional(int))), object()),
    Example("A field with another type is removed", object(.init("a", int)), object()),
    Example("A field is renamed", object(.init("a", int)), object(.init("b", int))),
    Example(
      "A field with an optional type is renamed", object(.init("a", .optional(int))),
      object(.init("b", .optional(int)))),
    Example("A field becomes optional", int, .optional(int)),
    Example("A field is no longer optional", .optional(int), int),
    Example("`Int32` becomes `Int64`", .basic(.int32), .basic(.int64)),
    Example("`Int64` becomes `Int32`", .basic(.int64), .basic(.int32)),
    Example("`Int` becomes `Int64`", int, .basic(.int64)),
    Example("`Int` becomes `Double`", int, .basic(.double)),
    Example("`Double` becomes `Int`", .basic(.double), int),
    Example("`Double` becomes `Decimal`", .basic(.double), .basic(.decimal)),
    Example("`Date` becomes `Double`", .basic(.date), .basic(.double)),
    Example("`UUID` becomes `String`", .basic(.uuid), string),
    Example("`String` becomes `URL`", string, .basic(.url)),
    Example("`Int` becomes `String`", int, string),
    Example("`Int` becomes `[Int]`", int, .array(int)),
    Example("`[Int]` becomes `Set<Int>`", .array(int), .set(int)),
    Example("`[Int]` becomes `[Int?]`", .array(int), .array(.optional(int))),
    Example(
      "`[Int: String]` becomes `[String: String]`", .dictionary(key: int, value: string),
      .dictionary(key: string, value: string)),
    Example(
      "A case is added to an enumeration", .cases([.init("a")]), .cases([.init("a"), .init("b")])),
    Example(
      "A case is removed from an enumeration", .cases([.init("a"), .init("b")]),
      .cases([.init("a")])),
    Example("A case is renamed", .cases([.init("a")]), .cases([.init("b")])),
    Example(
      "An associated value with an optional type is added", .cases([.init("a")]),
      .cases([.init("a", [.init("_0", .optional(int))])])),
    Example(
      "A raw value is added", .rawValues(.string, ["a"]), .rawValues(.string, ["a", "b"])),
    Example(
      "A raw value is removed", .rawValues(.string, ["a", "b"]), .rawValues(.string, ["a"])),
    Example(
      "An enumeration gets raw values", .cases([.init("a")]), .rawValues(.string, ["a"])),
    Example("A form is unknown", .opaque("it is written by hand"), object(.init("a", int))),
  ]

  @Test func `The table in the article has the levels of the code`() throws {
    let rows = Self.examples.map { example in
      let levels = [true, false].map { example.level(isStored: $0).words }
      return "| \(example.words) | \(levels.joined(separator: " | ")) |"
    }
    let article = try String(
      contentsOf: Repository.file("Documentation/Deploying.md"), encoding: .utf8)
    let table = article.split(separator: "\n").drop { !$0.hasPrefix("| difference |") }
      .dropFirst(2).prefix { $0.hasPrefix("|") }.map(String.init)
    #expect(table == rows, "\(rows.joined(separator: "\n"))")
  }

  @Test func `The table has each level`() {
    let levels = Self.examples.flatMap { example in
      [example.level(isStored: true), example.level(isStored: false)]
    }
    #expect(Set(levels) == Set(ChangeLevel.allCases))
  }
}
