// The forms for any number of relays, for the numbers that are common. A closure of one
// expression that reads an element of the tuple, `{ print($0.new.1) }`, is more than the
// compiler can type where it has to find out a parameter pack as well.

/// Makes one relay of two, in step.
public func zip<First, Second>(
  _ first: ValueRelay<First>, _ second: ValueRelay<Second>, limit: Int = 256,
  fileID: String = #fileID, line: Int = #line
) -> ValueRelay<(First, Second)> {
  let made = Zip(
    (first.core, first.slot),
    (second.core, second.slot),
    limit: limit, origin: CodeLocation(fileID: fileID, line: line))
  return ValueRelay(main: made.core)
}

/// Makes one relay of three, in step.
public func zip<First, Second, Third>(
  _ first: ValueRelay<First>, _ second: ValueRelay<Second>, _ third: ValueRelay<Third>,
  limit: Int = 256,
  fileID: String = #fileID, line: Int = #line
) -> ValueRelay<(First, Second, Third)> {
  let made = Zip(
    (first.core, first.slot),
    (second.core, second.slot),
    (third.core, third.slot),
    limit: limit, origin: CodeLocation(fileID: fileID, line: line))
  return ValueRelay(main: made.core)
}

/// Makes one relay of two, in step.
public func zip<First: Sendable, Second: Sendable>(
  _ first: SharedRelay<First>, _ second: SharedRelay<Second>, limit: Int = 256,
  fileID: String = #fileID, line: Int = #line
) -> SharedRelay<(First, Second)> {
  let made = Zip(
    (first.core, first.slot),
    (second.core, second.slot),
    limit: limit, origin: CodeLocation(fileID: fileID, line: line))
  return SharedRelay(main: made.core)
}

/// Makes one relay of three, in step.
public func zip<First: Sendable, Second: Sendable, Third: Sendable>(
  _ first: SharedRelay<First>, _ second: SharedRelay<Second>, _ third: SharedRelay<Third>,
  limit: Int = 256,
  fileID: String = #fileID, line: Int = #line
) -> SharedRelay<(First, Second, Third)> {
  let made = Zip(
    (first.core, first.slot),
    (second.core, second.slot),
    (third.core, third.slot),
    limit: limit, origin: CodeLocation(fileID: fileID, line: line))
  return SharedRelay(main: made.core)
}
