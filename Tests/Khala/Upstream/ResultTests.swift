import Foundation
import Khala
import Testing

/// What a routing function returns is what its caller gets.
///
/// The original lost most types, and the sign of small integers.
@Suite struct ResultTests {
  private typealias AnyType = any Any.Type

  private func result<Value>(
    _ name: String, as type: Value.Type = Value.self
  ) throws -> Value {
    let call = try #require(Khala(str: "kl://MendedResults/\(name)"))
    // Both ways agree.
    #expect(call.call() is Value)
    return try call.call(as: Value.self)
  }

  @Test func `Integers of every size keep their sign`() throws {
    #expect(try result("int8", as: Int8.self) == -8)
    #expect(try result("int16", as: Int16.self) == -16)
    #expect(try result("int32", as: Int32.self) == -32)
    #expect(try result("int64", as: Int64.self) == .min)
    #expect(try result("uint8", as: UInt8.self) == .max)
    #expect(try result("uint32", as: UInt32.self) == .max)
    #expect(try result("uint", as: UInt.self) == .max)
  }

  @Test func `Other plain values are returned unchanged`() throws {
    #expect(try result("float", as: Float.self) == 44.44)
    #expect(try result("fraction", as: Double.self) == -66.66)
    #expect(try result("bool", as: Bool.self) == false)
    #expect(try result("character", as: Character.self) == "中")
    #expect(try result("string", as: String.self) == "text")
    #expect(try result("url", as: URL.self).host() == "a")
    #expect(try result("range", as: ClosedRange<Int>.self) == 1...3)
    #expect(try result("any", as: UInt16.self) == 5)
    #expect(try result("array", as: [Any].self).count == 3)
  }

  @Test func `Structs, enums, tuples, objects and types are returned unchanged`() throws {
    #expect(
      try result("structure", as: MendedResults.Point.self)
        == MendedResults.Point(x: 1, y: 2.5, name: "p"))
    #expect(try result("enumeration", as: MendedResults.Side.self) == .right(5))
    #expect(try result("tuple", as: (Int, name: String).self) == (1, name: "one"))
    #expect(try result("object", as: MendedResults.Box.self).value == 7)
    #expect(try result("type", as: AnyType.self) == MendedResults.Point.self)
  }

  @Test func `A returned closure can be called`() throws {
    let increment = try result("closure", as: (@Sendable (Int) -> Int).self)
    #expect(increment(5) == 6)
    _ = try result("function", as: KhalaClosure.self)
  }

  @Test func `No result is nil, or Void where Void is requested`() throws {
    #expect(Khala(str: "kl://MendedResults/missing")?.call() == nil)
    #expect(Khala(str: "kl://MendedResults/none")?.call() == nil)
    let none = try #require(Khala(str: "kl://MendedResults/none"))
    try none.call(as: Void.self)
    let missing = try #require(Khala(str: "kl://MendedResults/missing"))
    #expect(try missing.call(as: Int?.self) == nil)
    let error = #expect(throws: KhalaError.self) { try missing.call(as: Int.self) }
    #expect(error?.code == .unexpectedResult)
  }
}
