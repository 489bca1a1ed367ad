import Foundation
import ModularityTestSupport
import Testing

@testable import Khala

@Suite struct LogJSONTests {
  private enum Colour { case red }
  private struct Unprintable: CustomStringConvertible {
    var description: String { "a \"quoted\"\nname" }
  }

  private func json(_ value: Any) -> String {
    var json = LogJSON(redaction: LogRedaction(keys: []))
    json.append(value)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func `Values with a JSON form are written in it`() {
    #expect(json("text") == #""text""#)
    #expect(json("te"[...]) == #""te""#)
    #expect(json(true) == "true")
    #expect(json(false) == "false")
    #expect(json(Int.min) == "-9223372036854775808")
    #expect(json(UInt64.max) == "18446744073709551615")
    #expect(json(Int8(1)) == "1")
    #expect(json(Int32(-7)) == "-7")
    #expect(json(1.5) == "1.5")
    #expect(json(Float(0.1)) == "0.1")
    #expect(json(1e300) == "1e+300")
    #expect(json(Decimal(string: "1.10")!) == "1.1")
    #expect(json(NSNumber(value: 7)) == "7")
    #expect(json(NSNumber(value: 1)) == "1")
    #expect(json(NSNumber(value: 0.5)) == "0.5")
    #expect(json(NSNumber(value: true)) == "true")
    #expect(json(NSString("text")) == #""text""#)
    #expect(json(NSArray(array: [1, "a"])) == #"[1,"a"]"#)
    #expect(json(NSDictionary(dictionary: ["a": 1.5])) == #"{"a":1.5}"#)
    #expect(json(NSNull()) == "null")
    #expect(json([1, 2]) == "[1,2]")
    #expect(json([Any]()) == "[]")
    #expect(json(["b": 1, "a": nil, "ä": 3] as [String: Int?]) == #"{"a":null,"b":1,"ä":3}"#)
    #expect(json([2: "b", 1: "a"]) == #"{"1":"a","2":"b"}"#)
  }

  @Test func `Optionals are written as their values`() {
    #expect(json(Int?.none as Any) == "null")
    #expect(json(Int??.some(.some(5)) as Any) == "5")
    #expect(json([Int?.none, 3]) == "[null,3]")
  }

  @Test func `Values without a JSON form are written as their descriptions`() throws {
    #expect(json(Double.nan) == #""nan""#)
    #expect(json(-Float.infinity) == #""-inf""#)
    #expect(json(Colour.red) == #""red""#)
    #expect(json(Unprintable()) == #""a \"quoted\"\nname""#)
    #expect(json(try #require(URL(string: "kl://A/b"))) == #""kl://A/b""#)
    #expect(json(Date(timeIntervalSince1970: 1_543_630_014)) == #""2018-12-01 02:06:54 +0000""#)
    #expect(json(Data([1, 2, 3])) == #""3 bytes""#)
    #expect(json({ (_: Int) in }) == #""(Function)""#)
  }

  @Test func `A text stays on its line and reads back the same`() throws {
    #expect(json("\"\\/\u{8}\n\r\t\u{0}\u{1F}\u{7F}") == #""\"\\/\u0008\n\r\t\u0000\u001F\u007F""#)
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let scalars = (0..<20).compactMap { _ in
        Unicode.Scalar(
          UInt32.random(
            in: 0..<(Bool.random(using: &generator) ? 128 : 0x11_0000), using: &generator))
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      let written = json(["key": String(text)])
      #expect(!written.utf8.contains(0x0A))
      let read = try JSONDecoder().decode([String: String].self, from: Data(written.utf8))
      #expect(read == ["key": String(text)])
    }
  }

  @Test func `Values that are nested too deeply are left out`() {
    var nested: Any = 1
    for _ in 0..<100 { nested = [nested] }
    let opening = String(repeating: "[", count: 32)
    let closing = String(repeating: "]", count: 32)
    #expect(json(nested) == "\(opening)\"…\"\(closing)")
  }
}
