// The forms for any number of relays, for the numbers that are common. A closure of one
// expression that reads an element of the tuple, `{ print($0.new.1) }`, is more than the
// compiler can type where it has to find out a parameter pack as well.

/// Makes one relay of three, which change together.
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

/// Makes one relay of four, which change together.
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

/// Makes one relay of two, which change together.
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

/// Makes one relay of three, which change together.
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

/// Makes one relay of four, which change together.
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
