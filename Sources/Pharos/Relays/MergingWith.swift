// As ``mergeRelays(_:_:fileID:line:)``; see there.

extension ValueRelay {
  /// Makes one relay of this and another, which change together.
  public func merge<Other>(
    with other: ValueRelay<Other>,
    fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<(Value, Other)> {
    mergeRelays(self, other, fileID: fileID, line: line)
  }

  /// Makes one relay of this and two others, which change together.
  public func merge<Other, Third>(
    with other: ValueRelay<Other>, _ third: ValueRelay<Third>,
    fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<(Value, Other, Third)> {
    mergeRelays(self, other, third, fileID: fileID, line: line)
  }

  /// Makes one relay of this and three others, which change together.
  public func merge<Other, Third, Fourth>(
    with other: ValueRelay<Other>, _ third: ValueRelay<Third>, _ fourth: ValueRelay<Fourth>,
    fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<(Value, Other, Third, Fourth)> {
    mergeRelays(self, other, third, fourth, fileID: fileID, line: line)
  }

  /// Makes one relay of this and any number of others, which change together.
  @_semantics("optimize.no.crossmodule")
  public func merge<each Other>(
    with others: repeat ValueRelay<each Other>, fileID: String = #fileID, line: Int = #line
  ) -> ValueRelay<(Value, repeat each Other)> {
    mergeRelays(self, repeat each others, fileID: fileID, line: line)
  }
}

extension SharedRelay {
  /// Makes one relay of this and another, which change together.
  public func merge<Other: Sendable>(
    with other: SharedRelay<Other>,
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<(Value, Other)> {
    mergeRelays(self, other, fileID: fileID, line: line)
  }

  /// Makes one relay of this and two others, which change together.
  public func merge<Other: Sendable, Third: Sendable>(
    with other: SharedRelay<Other>, _ third: SharedRelay<Third>,
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<(Value, Other, Third)> {
    mergeRelays(self, other, third, fileID: fileID, line: line)
  }

  /// Makes one relay of this and three others, which change together.
  public func merge<Other: Sendable, Third: Sendable, Fourth: Sendable>(
    with other: SharedRelay<Other>, _ third: SharedRelay<Third>, _ fourth: SharedRelay<Fourth>,
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<(Value, Other, Third, Fourth)> {
    mergeRelays(self, other, third, fourth, fileID: fileID, line: line)
  }

  /// Makes one relay of this and any number of others, which change together.
  @_semantics("optimize.no.crossmodule")
  public func merge<each Other: Sendable>(
    with others: repeat SharedRelay<each Other>, fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<(Value, repeat each Other)> {
    mergeRelays(self, repeat each others, fileID: fileID, line: line)
  }
}
