/// A relay that another was mapped to: ``ValueRelay`` by the name that says so.
public typealias MappedRelay<Value, Mapped> = ValueRelay<Mapped>

extension ValueRelay {
  /// Makes a relay whose value is a function of this one's.
  ///
  /// The function runs once for each change, and once now.
  @inlinable
  public func map<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Value) -> Mapped
  ) -> ValueRelay<Mapped> {
    ValueRelay<Mapped>(
      main: core.mapped(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), values: transform))
  }

  /// Makes a relay whose value is a function of this one's changes.
  ///
  /// The function runs once for each change, and once now, with a change from the
  /// present value to itself.
  @_disfavoredOverload  // So that `$0.count` is taken for the value's.
  @inlinable
  public func map<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Changes<Value>) -> Mapped
  ) -> ValueRelay<Mapped> {
    ValueRelay<Mapped>(
      main: core.mapped(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), transform))
  }

  /// Makes a relay whose value is an array: that of a function of this one's
  /// elements, without those for which it returns `nil`.
  @inlinable
  public func compactMap<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Value.Element) -> Mapped?
  ) -> ValueRelay<[Mapped]> where Value: Sequence {
    map(fileID: fileID, line: line) { (value: Value) in value.compactMap(transform) }
  }

  /// Makes a relay whose value is an array of a function of this one's elements:
  /// the name under which `compactMap` on arrays cannot be mistaken.
  @inlinable
  public func listMap<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Value.Element) -> Mapped
  ) -> ValueRelay<[Mapped]> where Value: Sequence {
    map(fileID: fileID, line: line) { (value: Value) in value.map(transform) }
  }

  /// Makes a relay whose value is a function of this one's, and does not change
  /// while that returns `nil`.
  ///
  /// Its value is `nil` until the function first returns one.
  @_disfavoredOverload  // The document's is the one on elements.
  @inlinable
  public func compactMap<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Value) -> Mapped?
  ) -> ValueRelay<Mapped?> {
    ValueRelay<Mapped?>(
      main: core.compactMapped(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), transform))
  }
}
