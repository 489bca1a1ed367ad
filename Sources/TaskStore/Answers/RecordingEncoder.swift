/// An encoder that records the requests of the code of a type.
struct RecordingEncoder: Encoder {
  let trace: CodingTrace
  /// The single value that was written.
  let written = Written()

  /// The single value that an encoder got.
  final class Written {
    var value: (any Encodable)?
  }

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if trace.isKeyed || trace.single != nil { trace.fail("its code uses several containers") }
    trace.isKeyed = true
    return KeyedEncodingContainer(Keyed(encoder: self, trace: trace))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    trace.fail("it is encoded as an array by its own code")
    return Ignored(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RecordingEncoder
    let trace: CodingTrace
    let codingPath: [any CodingKey] = []

    func encodeNil(forKey key: Key) {
      trace.fail("its code writes null for '\(key.stringValue)'")
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) {
      trace.add(key.stringValue, Value.self)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      let nested = trace.add(payloadOf: key.stringValue)
      return KeyedEncodingContainer(RecordingEncoder.Keyed<Nested>(encoder: encoder, trace: nested))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      trace.fail("its code writes the array '\(key.stringValue)' element by element")
      return Ignored(encoder: encoder)
    }

    func superEncoder() -> any Encoder {
      trace.fail("its superclass encodes a part of it")
      return RecordingEncoder(trace: CodingTrace())
    }

    func superEncoder(forKey key: Key) -> any Encoder {
      trace.fail("its code passes '\(key.stringValue)' to another encoder")
      return RecordingEncoder(trace: CodingTrace())
    }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: RecordingEncoder
    let codingPath: [any CodingKey] = []

    func encodeNil() { encoder.trace.fail("its code writes null") }

    func encode<Value: Encodable>(_ value: Value) {
      encoder.trace.setSingle(Value.self)
      encoder.written.value = value
    }
  }

  /// A container of a type that has no form, because of the container.
  private struct Ignored: UnkeyedEncodingContainer {
    let encoder: RecordingEncoder
    let codingPath: [any CodingKey] = []
    private(set) var count = 0

    init(encoder: RecordingEncoder) { self.encoder = encoder }

    mutating func encodeNil() { count += 1 }
    mutating func encode<Value: Encodable>(_ value: Value) { count += 1 }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      count += 1
      return RecordingEncoder(trace: CodingTrace()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      count += 1
      return Ignored(encoder: encoder)
    }

    mutating func superEncoder() -> any Encoder {
      count += 1
      return RecordingEncoder(trace: CodingTrace())
    }
  }
}
