import RecordFormat

extension Record {
  /// Returns the declared value of the record, as the type that its kind prescribes.
  ///
  /// Every call runs the record's accessor anew. A record that declares another
  /// type gives nothing, and the mismatch is listed in
  /// ``SectionRegistry/problems``.
  ///
  /// - Concurrency: The accessor runs on the calling thread, with no lock held.
  public func load<Value>(as type: Value.Type) -> Value? {
    guard let value = ask(for: type) else {
      RecordStore.process.report(.typeMismatch(of: self, asked: String(reflecting: type)))
      return nil
    }
    return value
  }

  private func ask<Value>(for type: Value.Type) -> Value? {
    // The accessor lies in the image's code: `RecordTable` has checked it.
    let accessor = unsafe unsafeBitCast(UInt(view.accessor), to: RecordAccessor.self)
    return unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      let out = UnsafeMutableRawPointer(buffer.baseAddress!)
      let isFilled = unsafe withUnsafePointer(to: type as Any.Type) { asked in
        unsafe accessor(out, asked, nil, 0)
      }
      return unsafe isFilled ? buffer.baseAddress!.move() : nil
    }
  }
}

/// The function of a record that hands out its declared value.
///
/// - Parameters:
///   - out: Uninitialised memory for a value of the type asked for.
///   - type: A pointer to the `Any.Type` asked for.
///   - hint: Reserved; null.
///   - reserved: Reserved; zero.
/// - Returns: Whether `out` was initialised. An accessor that declares another
///   type leaves `out` alone.
typealias RecordAccessor =
  @convention(c) (
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ hint: UnsafeRawPointer?,
    _ reserved: UInt
  ) -> Bool

extension SectionRegistry {
  /// Answers a record's accessor: makes the value if its type is the one asked
  /// for.
  ///
  /// - Warning: Macros write calls of this into the accessors of records. Do not
  ///   call it directly.
  public static func __provide<Value>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, as _: Value.Type = Value.self,
    _ makeValue: () -> Value
  ) -> Bool {
    guard unsafe type.load(as: Any.Type.self) == Value.self else { return false }
    unsafe out.initializeMemory(as: Value.self, to: makeValue())
    return true
  }
}
