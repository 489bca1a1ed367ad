import Declarations
import Foundation
import ModularityTestSupport
import Testing

/// The JSON of records.
@Suite struct DetailValueTests {
  private static let values: [(json: String, value: DetailValue)] = [
    ("{}", .object([:])), ("[]", .array([])), (" null\n", .null), ("true", .bool(true)),
    ("[false, -0.5e+2 ,12]", .array([.bool(false), .integer(-50), .integer(12)])),
    ("[0, 1, 1.0]", .array([.integer(0), .integer(1), .integer(1)])),
    (
      #"{"a":{"b":["c"]},"d":1}"#,
      .object(["a": .object(["b": .array([.string("c")])]), "d": .integer(1)])
    ),
    (#""\"\\\/\b\f\n\r\té中 \ud83d\ude00""#, .string("\"\\/\u{8}\u{C}\n\r\té中 😀")),
    (#""\u0000\u00E9""#, .string("\0é")),
  ]

  /// What parsers may differ about.
  private static let oddValues: [(json: String, value: DetailValue)] = [
    // As Foundation has it: a comma behind the last element, and a mark of the byte order.
    (#"[1,{"a":2,},]"#, .array([.integer(1), .object(["a": .integer(2)])])),
    ("\u{FEFF}1", .integer(1)), (#"{"a":1,"a":2}"#, .object(["a": .integer(2)])),
    ("9007199254740993", .integer(9_007_199_254_740_992)),
    ("1e300", .number(1e300)), ("-0.0", .integer(0)), ("1e-400", .integer(0)),
  ]

  @Test(arguments: values + oddValues)
  func `Valid JSON is parsed`(row: (json: String, value: DetailValue)) {
    #expect(DetailValue(json: row.json) == row.value)
  }

  @Test(arguments: [
    "", " ", "{", "}", "{\"a\"}", "{a:1}", "[1 2]", "01", "-", "1.", ".5", "1e", "+1", "0x1", "NaN",
    "1e999", "tru", "[,]", "{,}", "[1,,]", #""\ud83d""#, #""\ud83dx""#, #""\ud83d\u0041""#,
    #""\ude00""#, "\u{FEFF}", "1\u{0}", "truex", "nullnull", "\"", "\"\\", "\"\\u12", "\"a\nb\"",
    #""\x""#,
    #""\u00g0""#, "[1] 2", "'a'", "//\n1",
  ])
  func `Invalid JSON is rejected`(json: String) {
    #expect(DetailValue(json: json) == nil)
  }

  @Test func `Deeply nested JSON is rejected rather than exhausting the stack`() {
    #expect(DetailValue(json: String(repeating: "[{\"a\":", count: 1_000_000)) == nil)
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(DetailValue(json: nested(512)) != nil)
    #expect(DetailValue(json: nested(513)) == nil)
  }

  /// The value that Foundation parses; `nil` if it rejects the text.
  private static func expected(_ json: String) -> DetailValue? {
    func detail(_ value: Any) -> DetailValue? {
      switch value {
      case let text as String: return .string(text)
      case let object as [String: Any]: return .object(object.compactMapValues(detail))
      case let list as [Any]: return .array(list.compactMap(detail))
      case let number as NSNumber:
        if unsafe number.objCType.pointee == NSNumber(value: true).objCType.pointee {
          return .bool(number.boolValue)
        }
        return Int(exactly: number.doubleValue).map(DetailValue.integer)
          ?? .number(number.doubleValue)
      case is NSNull: return .null
      default: return nil
      }
    }
    return (try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed))
      .flatMap(detail)
  }

  @Test(arguments: 1...20)
  func `Any text is accepted, rejected and parsed as Foundation does`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"a\":", "\\", "\\u", "d83d", "\\ude00", "\\n",
      "\\x", "0", "1", "-", "12", ".", "5", "e", "E", "+", "true", "false", "null", "nul", " ",
      "\n",
      "\t", "\r", "\u{B}", "\u{1F}", "\u{7F}", "é", "e\u{301}", "中", "😀", "\u{2028}", "'", "/",
      "[1,",
      "{\"b\":[", "\"\\u00e9\"", "\"\\ud83d\\ude00\"",
    ]
    var accepted = 0
    for _ in 0..<3_000 {
      let text =
        if Bool.random(using: &generator) {
          (0..<Int.random(in: 1...12, using: &generator))
            .map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
        } else {
          Self.mutated(Self.values.randomElement(using: &generator)?.json ?? "", parts, &generator)
        }
      let expected = Self.expected(text)
      if expected != nil { accepted += 1 }
      #expect(DetailValue(json: text) == expected, "\(text.debugDescription)")
    }
    #expect(accepted > 100)
  }

  /// A text of which something was removed, or into which something was put.
  private static func mutated(
    _ text: String, _ parts: [String], _ generator: inout SeededGenerator
  ) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      let place = Int.random(in: 0...scalars.count, using: &generator)
      if place < scalars.count, Bool.random(using: &generator) {
        scalars.remove(at: place)
      } else {
        scalars.insert(
          contentsOf: (parts.randomElement(using: &generator) ?? "").unicodeScalars, at: place)
      }
    }
    var mutated = String.UnicodeScalarView()
    mutated.append(contentsOf: scalars)
    return String(mutated)
  }
}
