// See ``mergeRelays(_:_:fileID:line:)``.

extension ValueRelay {
  /// Merges this relay and another into one.
  public func merge<Other>(
    with other: ValueRelay<Other>,
    fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<(Value, Other)> {
    mergeRelays(self, other, fileID: fileID, line: line)
  }

  /// Merges this relay and two others into one.
  public func merge<Other, Third>(
    with other: ValueRelay<Other>, _ third: ValueRelay<Third>,
    fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<(Value, Other, Third)> {
    mergeRelays(self, other, third, fileID: fileID, line: line)
  }

  /// Merges this relay and three others into one.
  public func merge<Other, Third, Fourth>(
    with other: ValueRelay<Other>, _ third: ValueRelay<Third>, _ fourth: ValueRelay<Fourth>,
    fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<(Value, Other, Third, Fourth)> {
    mergeRelays(self, other, third, fourth, fileID: fileID, line: line)
  }

  /// Merges this relay and any number of others into one.
  @_semantics("optimize.no.crossmodule")
  public func merge<each Other>(
    with others: repeat ValueRelay<each Other>, fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<(Value, repeat each Other)> {
    mergeRelays(self, repeat each others, fileID: fileID, line: line)
  }
}

extension SharedRelay {
  /// Merges this relay and another into one.
  public func merge<Other: Sendable>(
    with other: SharedRelay<Other>,
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<(Value, Other)> {
    mergeRelays(self, other, fileID: fileID, line: line)
  }

  /// Merges this relay and two others into one.
  public func merge<Other: Sendable, Third: Sendable>(
    with other: SharedRelay<Other>, _ third: SharedRelay<Third>,
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<(Value, Other, Third)> {
    mergeRelays(self, other, third, fileID: fileID, line: line)
  }

  /// Merges this relay and three others into one.
  public func merge<Other: Sendable, Third: Sendable, Fourth: Sendable>(
    with other: SharedRelay<Other>, _ third: SharedRelay<Third>, _ fourth: SharedRelay<Fourth>,
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<(Value, Other, Third, Fourth)> {
    mergeRelays(self, other, third, fourth, fileID: fileID, line: line)
  }

  /// Merges this relay and any number of others into one.
  @_semantics("optimize.no.crossmodule")
  public func merge<each Other: Sendable>(
    with others: repeat SharedRelay<each Other>, fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<(Value, repeat each Other)> {
    mergeRelays(self, repeat each others, fileID: fileID, line: line)
  }
}
