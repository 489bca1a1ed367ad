import Foundation
import ModularityTestSupport
import Testing

@testable import ModuleGraph

/// How the JSON of records is read: as `JSONDecoder` does, and faster.
@Suite struct DetailReaderTests {
  private static let values: [(json: String, value: DetailValue)] = [
    ("{}", .object([:])), ("[]", .list([])), (" null\n", .null), ("true", .flag(true)),
    ("[false, -0.5e+2 ,12]", .list([.flag(false), .number(-50), .number(12)])),
    (#"{"a":{"b":["c"]},"a":1}"#, .object(["a": .object(["b": .list([.text("c")])])])),
    (#""\"\\\/\b\f\n\r\té中 \ud83d\ude00""#, .text("\"\\/\u{8}\u{C}\n\r\té中 😀")),
    (#""\u0000\u00E9""#, .text("\0é")),
  ]

  @Test(arguments: values)
  func `Values are read`(row: (json: String, value: DetailValue)) {
    #expect(DetailValue(json: row.json) == row.value)
  }

  @Test(arguments: [
    "", " ", "{", "}", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "[1 2]", "01", "-", "1.", ".5",
    "1e", "+1", "0x1", "NaN", "1e999", "tru", "truex", "nullnull", "\"", "\"\\", "\"\\u12",
    "\"a\nb\"",
    #""\x""#, #""\ud800""#, #""\ud800A""#, #""\udc00""#, #""\u00g0""#, "[1] 2", "'a'", "//\n1",
  ])
  func `What is no JSON is not read`(json: String) {
    #expect(DetailValue(json: json) == nil)
  }

  @Test func `Values may be nested deeply, but not without end`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(DetailValue(json: nested(DetailReader.deepest)) != nil)
    #expect(DetailValue(json: nested(DetailReader.deepest + 1)) == nil)
    #expect(DetailValue(json: String(repeating: "[{\"a\":", count: 1_000_000)) == nil)
  }

  /// `JSONDecoder` also reads lists with a comma at their end, and does not look at members
  /// whose name has come before.
  @Test func `JSON is read as JSONDecoder does, and what that refuses is not read`() {
    var random = SeededGenerator(seed: 16)
    let signs = Array("{}[]:,\"\\/u0123456789abcdefEntrlsu +-.\té\u{1}😀".unicodeScalars)
    var read = 0
    for _ in 0..<2_000 {
      var json = Self.json(depth: 3, &random)
      let isBroken = Bool.random(using: &random)
      if isBroken {
        var scalars = Array(json.unicodeScalars)
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          let place = Int.random(in: 0..<scalars.count, using: &random)
          scalars[place] = signs.randomElement(using: &random) ?? " "
        }
        json = scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
      }
      let expected = try? JSONDecoder().decode(Decoded.self, from: Data(json.utf8))
      let value = DetailValue(json: json)
      #expect(value == expected?.value || value == nil && isBroken, "\(json.debugDescription)")
      if value != nil { read += 1 }
    }
    // Both sorts were there.
    #expect((900...1_900).contains(read))
  }

  private static func json(depth: Int, _ random: inout SeededGenerator) -> String {
    let space = [" ", "", "", "\n"].randomElement(using: &random) ?? ""
    switch Int.random(in: depth > 0 ? 0..<7 : 2..<7, using: &random) {
    case 0:
      let members = (0..<Int.random(in: 0...3, using: &random)).map { number in
        "\"\(["a", "b", "\(number)"].randomElement(using: &random) ?? "")\"\(space):"
          + json(depth: depth - 1, &random)
      }
      return "{\(space)\(members.joined(separator: ","))}"
    case 1:
      let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        json(depth: depth - 1, &random)
      }
      return "[\(elements.joined(separator: "\(space),"))\(space)]"
    case 2: return "\(Int.random(in: -1_000...1_000, using: &random))"
    case 3:
      return "\(Double.random(in: -1...1, using: &random))"
        + (["", "e3", "E-2", "e+1"].randomElement(using: &random) ?? "")
    case 4: return ["true", "false", "null"].randomElement(using: &random) ?? ""
    default:
      let parts = ["x", "\\n", "\\u00e9", "é", "\\ud83d\\ude00", "\\\\", "\\\"", "/", "\\/"]
      let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }
      return "\"\(text.joined())\""
    }
  }
}

/// A value as `JSONDecoder` reads it.
private struct Decoded: Decodable {
  let value: DetailValue

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      var object: [String: DetailValue] = [:]
      for name in container.allKeys {
        object[name.stringValue] = try container.decode(Self.self, forKey: name).value
      }
      value = .object(object)
    } else if var container = try? decoder.unkeyedContainer() {
      var list: [DetailValue] = []
      while !container.isAtEnd { list.append(try container.decode(Self.self).value) }
      value = .list(list)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        value = .null
      } else if let text = try? container.decode(String.self) {
        value = .text(text)
      } else if let flag = try? container.decode(Bool.self) {
        value = .flag(flag)
      } else {
        value = .number(try container.decode(Double.self))
      }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
