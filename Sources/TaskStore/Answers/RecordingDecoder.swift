import Foundation

/// A decoder without data, which records the requests of the code of a type, and provides samples.
struct RecordingDecoder: Decoder {
  let trace: CodingTrace
  let samples: SampleValues
  /// The key of the only member, for an enumeration.
  var onlyKey: String?
  /// The key of a member that does not exist.
  var missingKey: String?
  /// The value of a single value container, instead of a sample.
  var single: Any?

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    if trace.isKeyed || trace.single != nil { trace.fail("its code uses several containers") }
    trace.isKeyed = true
    return KeyedDecodingContainer(Keyed(decoder: self, trace: trace))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw unsupported("it is encoded as an array by its own code")
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  fileprivate func unsupported(_ reason: String) -> DecodingError {
    trace.fail(reason)
    return .dataCorrupted(.init(codingPath: [], debugDescription: reason))
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RecordingDecoder
    let trace: CodingTrace
    let codingPath: [any CodingKey] = []

    var allKeys: [Key] {
      if trace.cases == nil { trace.setCases(Key.allStrings) }
      return decoder.onlyKey.flatMap(Key.init(stringValue:)).map { [$0] } ?? []
    }

    func contains(_ key: Key) -> Bool {
      trace.ask(for: key.stringValue)
      return decoder.samples.hasOptionals && key.stringValue != decoder.missingKey
    }

    func decodeNil(forKey key: Key) -> Bool {
      if !trace.hasOnlyAsked(for: key.stringValue) {
        trace.fail("its code reads null for '\(key.stringValue)'")
      }
      return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      trace.add(key.stringValue, type)
      guard key.stringValue != decoder.missingKey else {
        throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: ""))
      }
      return try decoder.samples.value(of: type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      guard key.stringValue == decoder.onlyKey, trace.payload == nil else {
        throw decoder.unsupported("its code reads the object '\(key.stringValue)' member by member")
      }
      let nested = trace.add(payloadOf: key.stringValue)
      return KeyedDecodingContainer(RecordingDecoder.Keyed<Nested>(decoder: decoder, trace: nested))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw decoder.unsupported("its code reads the array '\(key.stringValue)' element by element")
    }

    func superDecoder() throws -> any Decoder {
      throw decoder.unsupported("its superclass encodes a part of it")
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
      throw decoder.unsupported("its code passes '\(key.stringValue)' to another decoder")
    }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: RecordingDecoder
    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool {
      decoder.trace.fail("its code reads null")
      return false
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      decoder.trace.setSingle(type)
      if let value = decoder.single {
        guard let value = value as? Value else {
          throw decoder.unsupported("its code reads another type than its raw value")
        }
        return value
      }
      return try decoder.samples.value(of: type)
    }
  }
}

/// Values of types, created by the code that decodes them.
struct SampleValues {
  /// `true` if the objects have the members that code asks for before it reads them.
  let hasOptionals: Bool
  /// The types of which a value is being created.
  private var pending: Set<ObjectIdentifier> = []

  init(hasOptionals: Bool) { self.hasOptionals = hasOptionals }

  /// Returns a value of a type.
  ///
  /// - Throws: An error if its code accepts no such value, or if a value would contain itself.
  func value<Value: Decodable>(of type: Value.Type) throws -> Value {
    if let value = basic(type) as? Value { return value }
    if let first = EnumerationCases.values(of: type)?.first { return first }
    var inner = self
    guard inner.pending.insert(ObjectIdentifier(type)).inserted else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "a value would contain itself"))
    }
    var position = 0
    while true {
      let decoder = SampleDecoder(samples: inner, choice: SampleDecoder.Choice(position))
      do {
        return try Value(from: decoder)
      } catch {
        // Another case of an enumeration may have a value.
        position += 1
        guard position < decoder.choice.count else { throw error }
      }
    }
  }

  /// Returns whether a type is encoded as a single value, without code of its own.
  static func isBasic(_ type: any Any.Type) -> Bool {
    SampleValues(hasOptionals: false).basic(type) != nil
  }

  /// Returns a value of a type that is encoded as a single value, or `nil` for another type.
  private func basic(_ type: any Any.Type) -> (any Sendable)? {
    let number: UInt8 = hasOptionals ? 2 : 1
    return switch type {
    case is Bool.Type: !hasOptionals
    case is String.Type: hasOptionals ? "b" : "1"
    case is Int.Type: Int(number)
    case is Int8.Type: Int8(number)
    case is Int16.Type: Int16(number)
    case is Int32.Type: Int32(number)
    case is Int64.Type: Int64(number)
    case is UInt.Type: UInt(number)
    case is UInt8.Type: UInt8(number)
    case is UInt16.Type: UInt16(number)
    case is UInt32.Type: UInt32(number)
    case is UInt64.Type: UInt64(number)
    case is Float.Type: Float(number)
    case is Double.Type: Double(number)
    case is Decimal.Type: Decimal(Int(number))
    case is Date.Type: Date(timeIntervalSince1970: Double(number))
    case is Data.Type: Data([number])
    case is URL.Type: URL(string: "https://example.com/\(number)")
    case is UUID.Type: UUID()
    default: nil
    }
  }
}

/// A decoder for values of samples, whose collections are empty and whose optional values are
/// `nil`.
private struct SampleDecoder: Decoder {
  /// The position of the case that an enumeration gets.
  final class Choice {
    let position: Int
    /// The number of cases that the enumeration has.
    var count = 1

    init(_ position: Int) { self.position = position }
  }

  let samples: SampleValues
  let choice: Choice
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Empty() }
  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: SampleDecoder
    let codingPath: [any CodingKey] = []

    var allKeys: [Key] {
      guard let keys = EnumerationCases.values(of: Key.self) else { return [] }
      decoder.choice.count = keys.count
      return [keys[decoder.choice.position]]
    }

    func contains(_ key: Key) -> Bool { false }
    func decodeNil(forKey key: Key) -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder.samples.value(of: type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { decoder.container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { Empty() }
    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: SampleDecoder
    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try decoder.samples.value(of: type)
    }
  }

  private struct Empty: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey] = []
    let count: Int? = 0
    let isAtEnd = true
    let currentIndex = 0

    private var end: DecodingError {
      .valueNotFound(Any.self, .init(codingPath: [], debugDescription: "the array is empty"))
    }

    func decodeNil() throws -> Bool { throw end }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw end }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { throw end }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw end }
    func superDecoder() throws -> any Decoder { throw end }
  }
}
