/// The cases of an enumeration without associated values, read from the metadata of its type.
///
/// Coding keys and enumerations with raw values need not conform to `CaseIterable`. Only their own
/// code knows the strings that they are encoded as, so each value is created, and asked.
enum EnumerationCases {
  /// The maximum number of cases.
  private static let maximum: UInt32 = 4_096

  /// Returns all values of a type, or `nil` if it is not an enumeration without associated values.
  static func values<Value>(of type: Value.Type) -> [Value]? {
    guard let count = count(of: type) else { return nil }
    // A value is the position of its case, in as many bytes as necessary. Enumerations of C and
    // Objective-C have another size, because their values are raw values.
    let size = count == 1 ? 0 : count <= 256 ? 1 : 2
    guard MemoryLayout<Value>.size == size else { return nil }
    return (0..<count).map { position in
      unsafe withUnsafePointer(to: position.littleEndian) { position in
        unsafe UnsafeRawPointer(position).loadUnaligned(as: Value.self)
      }
    }
  }

  /// Returns the number of cases according to the descriptor of a type.
  private static func count<Value>(of type: Value.Type) -> UInt32? {
    /// The kind of the metadata of enumerations.
    let enumeration = 0x201
    let metadata = unsafe unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
    guard unsafe metadata.load(as: Int.self) == enumeration else { return nil }
    // The descriptor follows the kind. Its sixth and seventh words are the numbers of cases with
    // and without associated values. The highest byte of the first one has another meaning.
    let descriptor = unsafe metadata.load(
      fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
    let withValues = unsafe descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    let withoutValues = unsafe descriptor.load(fromByteOffset: 24, as: UInt32.self)
    return withValues == 0 && (1...maximum).contains(withoutValues) ? withoutValues : nil
  }
}

extension CodingKey {
  /// The strings of all keys, or `nil` if the type is not an enumeration whose keys can be listed.
  static var allStrings: [String]? {
    guard let keys = EnumerationCases.values(of: Self.self) else { return nil }
    let strings = keys.map(\.stringValue)
    // The keys of a type with its own rules may not lead back to themselves.
    return strings.allSatisfy { Self(stringValue: $0)?.stringValue == $0 } ? strings : nil
  }
}
