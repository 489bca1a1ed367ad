extension __KhalaArguments {
  /// The value of this name.
  ///
  /// What the caller gave along comes before the URL. A value that has the type
  /// already is taken as it is; of a text, the reader makes one.
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
    if let given = params[AnyHashable(name)], !isNil(given) {
      if let value = reader.value(given) { return value }
      throw error(name, reader, given: describe(given))
    }
    let texts = queryValues.lazy.filter { $0.name == name }.map(\.value)
    guard let first = texts.first else { return nil }
    switch reader.kind {
    case .single(let read):
      guard let text = first ?? reader.textOfFlag else { return nil }
      if let value = read(text) { return value }
      throw error(name, reader, given: "'\(text)'")
    case .several(let read):
      let given = texts.compactMap(\.self)
      if let value = read(Array(given)) { return value }
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
      function: function, parameter: name, expectedType: "\(Value.self)", given: given)
  }
}

/// An Optional of any sort.
private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool {
    if case .none = self { true } else { false }
  }
}
