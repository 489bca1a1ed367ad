extension KhalaArguments {
  /// The value of this name.
  ///
  /// What the caller gave along comes before the path of the URL, and that before
  /// its query. A value that has the type already is taken as it is. A text is
  /// read: as a `Bool`, as the description of a value, as its raw value, or as
  /// JSON, whichever the type knows first. An array takes all the values of its
  /// name, and an Optional may be missing.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type.
  /// - Returns: The value.
  /// - Throws: A ``KhalaArgumentError`` if there is no value, or one of another
  ///   sort.
  public func value<Value>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    let reader = __KhalaReader<Value>.found()
    if let value = try found(name, reader) { return value }
    // An Optional that is missing.
    if let optional = Value.self as? any OptionalValue.Type, let none = optional.none as? Value {
      return none
    }
    throw error(name, reader, given: nil)
  }

  /// The value of this name, or another if there is none.
  ///
  /// - Throws: A ``KhalaArgumentError`` if there is a value of another sort.
  public func value<Value>(_ name: String, default other: @autoclosure () -> Value) throws -> Value
  {
    try found(name, .found()) ?? other()
  }

  /// The value of this name, by a reader that the compiler has found.
  ///
  /// - Throws: A ``KhalaArgumentError`` if there is no value, or one of another
  ///   sort.
  public func value<Value>(_ name: String, _ reader: __KhalaReader<Value>) throws -> Value {
    switch try found(name, reader) {
    case let value?: value
    case nil: throw error(name, reader, given: nil)
    }
  }

  /// The value of this name, or another if there is none.
  ///
  /// - Throws: A ``KhalaArgumentError`` if there is a value of another sort.
  public func value<Value>(
    _ name: String, _ reader: __KhalaReader<Value>, default other: @autoclosure () -> Value
  ) throws -> Value {
    try found(name, reader) ?? other()
  }

  private func found<Value>(_ name: String, _ reader: __KhalaReader<Value>) throws -> Value? {
    if !params.isEmpty, let given = params[name], !isNil(given) {
      if let value = reader.value(given) { return value }
      throw error(name, reader, given: describe(given))
    }
    guard let first = items.firstIndex(where: { $0.name == name }) else { return nil }
    switch reader.kind {
    case .single(let read):
      guard let text = items[first].value ?? reader.textOfFlag else { return nil }
      if let value = read(text) { return value }
      throw error(name, reader, given: "'\(text)'")
    case .several(let read):
      let given = items[first...].filter { $0.name == name }.compactMap(\.value)
      if let value = read(given) { return value }
      throw error(
        name, reader, given: given.map { "'\($0)'" }.joined(separator: ", "))
    }
  }

  /// Whether something that was given along is an Optional without a value, which
  /// is the same as not to give it.
  private func isNil(_ value: Any) -> Bool {
    if case Optional<Any>.none = value as Any? { return true }
    guard let optional = value as? any OptionalValue else { return false }
    return optional.isNil
  }

  private func describe(_ given: Any) -> String {
    if let text = given as? String { return "'\(text)'" }
    return "\(given), which is \(type(of: given))"
  }

  private func error<Value>(
    _ name: String, _ reader: __KhalaReader<Value>, given: String?
  ) -> KhalaArgumentError {
    KhalaArgumentError(
      function: function.description, parameter: name, expectedType: "\(Value.self)", given: given)
  }
}

/// An Optional of any sort.
protocol OptionalValue {
  static var none: Self { get }
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  var isNil: Bool {
    if case .none = self { true } else { false }
  }
}
