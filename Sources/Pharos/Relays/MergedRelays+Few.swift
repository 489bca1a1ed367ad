// Overloads for common numbers of relays. In a single-expression closure that reads a tuple
// element, such as `{ print($0.new.1) }`, the compiler cannot also infer a parameter pack.

/// Merges three relays into one.
public func mergeRelays<First, Second, Third>(
  _ first: ValueRelay<First>, _ second: ValueRelay<Second>, _ third: ValueRelay<Third>,
  fileID: String = #fileID, line: Int = #line
) -> ValueRelay<(First, Second, Third)> {
  let made = Merge(
    (first.core, first.slot),
    (second.core, second.slot),
    (third.core, third.slot),
    origin: CodeLocation(fileID: fileID, line: line))
  return ValueRelay(main: made.core)
}

/// Merges four relays into one.
public func mergeRelays<First, Second, Third, Fourth>(
  _ first: ValueRelay<First>, _ second: ValueRelay<Second>, _ third: ValueRelay<Third>,
  _ fourth: ValueRelay<Fourth>,
  fileID: String = #fileID, line: Int = #line
) -> ValueRelay<(First, Second, Third, Fourth)> {
  let made = Merge(
    (first.core, first.slot),
    (second.core, second.slot),
    (third.core, third.slot),
    (fourth.core, fourth.slot),
    origin: CodeLocation(fileID: fileID, line: line))
  return ValueRelay(main: made.core)
}

/// Merges two relays into one.
public func mergeRelays<First: Sendable, Second: Sendable>(
  _ first: SharedRelay<First>, _ second: SharedRelay<Second>,
  fileID: String = #fileID, line: Int = #line
) -> SharedRelay<(First, Second)> {
  let made = Merge(
    (first.core, first.slot),
    (second.core, second.slot),
    origin: CodeLocation(fileID: fileID, line: line))
  return SharedRelay(main: made.core)
}

/// Merges three relays into one.
public func mergeRelays<First: Sendable, Second: Sendable, Third: Sendable>(
  _ first: SharedRelay<First>, _ second: SharedRelay<Second>, _ third: SharedRelay<Third>,
  fileID: String = #fileID, line: Int = #line
) -> SharedRelay<(First, Second, Third)> {
  let made = Merge(
    (first.core, first.slot),
    (second.core, second.slot),
    (third.core, third.slot),
    origin: CodeLocation(fileID: fileID, line: line))
  return SharedRelay(main: made.core)
}

/// Merges four relays into one.
public func mergeRelays<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable>(
  _ first: SharedRelay<First>, _ second: SharedRelay<Second>, _ third: SharedRelay<Third>,
  _ fourth: SharedRelay<Fourth>,
  fileID: String = #fileID, line: Int = #line
) -> SharedRelay<(First, Second, Third, Fourth)> {
  let made = Merge(
    (first.core, first.slot),
    (second.core, second.slot),
    (third.core, third.slot),
    (fourth.core, fourth.slot),
    origin: CodeLocation(fileID: fileID, line: line))
  return SharedRelay(main: made.core)
}
