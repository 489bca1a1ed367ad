import Foundation
import Testing

@testable import Khala

@Suite struct KhalaReaderTests {
  private enum Size: String, Decodable { case small, large }
  private enum Level: Int { case low = 1 }
  private struct Color: RawRepresentable, Decodable, LosslessStringConvertible {
    var rawValue: Int
    init(rawValue: Int) { self.rawValue = rawValue }
    init?(_ description: String) { self.init(rawValue: description == "red" ? 1 : 2) }
    var description: String { "\(rawValue)" }
  }
  private struct Point: Decodable, Equatable { var x: Int }
  private final class View {}

  private func read<Value>(
    _ reader: __KhalaReader<Value>, _ texts: String?..., params: [AnyHashable: Any] = [:]
  ) throws -> Value {
    try __KhalaArguments(
      function: "AModule/f", params: params,
      queryValues: [("other", "x")] + texts.map { ("a", $0) }
    ).value("a", reader)
  }

  private func failure<Value>(
    _ reader: __KhalaReader<Value>, _ texts: String?..., params: [AnyHashable: Any] = [:]
  ) -> KhalaArgumentError? {
    #expect(throws: KhalaArgumentError.self) {
      _ = try __KhalaArguments(
        function: "AModule/f", params: params, queryValues: texts.map { ("a", $0) }
      ).value("a", reader)
    }
  }

  // MARK: - From text

  @Test(arguments: [("true", true), ("1", true), ("false", false), ("0", false), (nil, true)])
  func `A Bool is true or 1, false or 0, and a flag is true`(text: String?, value: Bool) throws {
    #expect(try read(.of(Bool.self), text) == value)
    #expect(try read(.optional(.of(Bool.self)), text) == value)
  }

  @Test(arguments: ["yes", "TRUE", "", "2", " true"])
  func `Any other text is not a Bool`(text: String) {
    #expect(failure(.of(Bool.self), text)?.given == "'\(text)'")
  }

  @Test func `A value is made from its description, where its type allows`() throws {
    #expect(try read(.of(Int.self), "-64") == -64)
    #expect(try read(.of(UInt8.self), "255") == 255)
    #expect(try read(.of(Double.self), "6.5") == 6.5)
    #expect(try read(.of(String.self), "a b+中") == "a b+中")
    #expect(try read(.of(String.self), "") == "")
    #expect(try read(.of(Character.self), "x") == "x")
    #expect(try read(.of(Substring.self), "x") == "x")
    #expect(failure(.of(Int.self), "64.0")?.given == "'64.0'")
    #expect(failure(.of(UInt8.self), "256")?.given == "'256'")
    #expect(failure(.of(Int.self), "")?.given == "''")
  }

  @Test func `A raw value is made from its description, and must be valid`() throws {
    #expect(try read(.of(Size.self), "large") == .large)
    #expect(try read(.of(Level.self), "1") == .low)
    #expect(failure(.of(Size.self), "huge")?.expectedType == "Size")
    #expect(failure(.of(Level.self), "2") != nil)
    #expect(failure(.of(Level.self), "low") != nil)
  }

  @Test func `A description precedes a raw value, and that precedes JSON`() throws {
    #expect(try read(.of(Color.self), "red").rawValue == 1)
    // As JSON, the text of a case would have quotes.
    #expect(failure(.of(Size.self), "\"large\"") != nil)
  }

  @Test func `A Decodable value is decoded from JSON, or from a JSON string`() throws {
    #expect(try read(.of(Point.self), #"{"x":1}"#) == Point(x: 1))
    #expect(try read(.of([String: Int].self), #"{"a":1}"#) == ["a": 1])
    #expect(try read(.of(Set<Int>.self), "[1,1,2]") == [1, 2])
    #expect(try read(.of(URL.self), "https://a.example/b?c=d").path == "/b")
    let uuid = UUID()
    #expect(try read(.of(UUID.self), uuid.uuidString) == uuid)
    #expect(failure(.of(Point.self), #"{"y":1}"#)?.given == #"'{"y":1}'"#)
    #expect(failure(.of(Point.self), "") != nil)
  }

  @Test func `A text is read as Any, and not as other types`() throws {
    #expect(try read(.of(Any.self), "text") as? String == "text")
    #expect(failure(.of(View.self), "text")?.expectedType == "View")
  }

  // MARK: - Given along

  @Test func `A value of the right type is used unchanged`() throws {
    let view = View()
    #expect(try read(.of(View.self), params: ["a": view]) === view)
    #expect(try read(.of(Size.self), params: ["a": Size.small]) == .small)
    #expect(try read(.of(Point.self), params: ["a": Point(x: 2)]) == Point(x: 2))
    #expect(try read(.array(.of(Int.self)), params: ["a": [1, 2]]) == [1, 2])
    #expect(try read(.optional(.of(Int.self)), params: ["a": Int?.some(3) as Any]) == 3)
  }

  @Test func `A given value precedes the query, also when it is of another type`() throws {
    #expect(try read(.of(Int.self), "1", params: ["a": 2]) == 2)
    #expect(failure(.of(Int.self), "1", params: ["a": 2.5])?.given == "2.5, which is Double")
  }

  @Test func `A given text is read like one of the query`() throws {
    #expect(try read(.of(Int.self), params: ["a": "64"]) == 64)
    #expect(try read(.array(.of(Int.self)), params: ["a": ["1", "2"]]) == [1, 2])
    #expect(failure(.of(Int.self), params: ["a": "x"])?.given == "'x'")
  }

  @Test func `Giving nil counts as no value`() throws {
    #expect(failure(.of(Int.self), params: ["a": Int?.none as Any])?.given == .some(nil))
    #expect(try read(.of(Int.self), "5", params: ["a": Int?.none as Any]) == 5)
  }

  // MARK: - Missing values

  @Test func `A missing value is an error that names it`() throws {
    let error = try #require(failure(.of(Int.self)))
    #expect(
      error
        == KhalaArgumentError(
          function: "AModule/f", parameter: "a", expectedType: "Int", given: nil))
    #expect("\(error)" == "'AModule/f' needs a value for 'a', of type Int")
    #expect(failure(.of(Int.self), nil)?.given == .some(nil))
    #expect(failure(.array(.of(Int.self)))?.expectedType == "Array<Int>")
  }

  @Test func `A wrong value is an error that shows it`() throws {
    let error = try #require(failure(.of(Int.self), "abc"))
    #expect("\(error)" == "'a' of 'AModule/f' must be Int, but the call passes 'abc'")
  }

  @Test func `A default counts only where there is no value`() throws {
    let arguments = __KhalaArguments(
      function: "f", queryValues: [("a", "1"), ("bad", "x"), ("none", nil)])
    #expect(try arguments.value("a", .of(Int.self), default: 5) == 1)
    #expect(try arguments.value("b", .of(Int.self), default: 5) == 5)
    #expect(try arguments.value("none", .of(Int.self), default: 5) == 5)
    #expect(try arguments.value("b", .optional(.of(Int.self)), default: nil) == nil)
    #expect(throws: KhalaArgumentError.self) {
      try arguments.value("bad", .of(Int.self), default: 5)
    }
    #expect(throws: KhalaArgumentError.self) {
      try arguments.value("bad", .optional(.of(Int.self)), default: nil)
    }
  }

  // MARK: - Several values

  @Test func `An array takes all values of its name, another type the first`() throws {
    #expect(try read(.array(.of(Int.self)), "1", "2", nil, "3") == [1, 2, 3])
    #expect(try read(.of(Int.self), "1", "2") == 1)
    #expect(try read(.optional(.array(.of(String.self))), "a") == ["a"])
    #expect(try read(.array(.optional(.of(Int.self))), "1") == [1])
    #expect(failure(.array(.of(Int.self)), "1", "x")?.given == "'1', 'x'")
  }
}
