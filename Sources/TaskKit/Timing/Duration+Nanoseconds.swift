extension Duration {
  /// The nanoseconds that have passed by this duration, begun ones left out;
  /// beyond 292 years as many as there are in those.
  ///
  /// For what a clock says: its time is never ahead of the clock's.
  var nanosecondsPassed: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerNanosecond)
    return Int64(clamping: rest < 0 ? whole - 1 : whole)
  }

  /// The nanoseconds after which this duration has passed, a begun one counted
  /// whole; beyond 292 years as many as there are in those.
  ///
  /// For deadlines: what is due then is never early.
  var nanosecondsNeeded: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerNanosecond)
    return Int64(clamping: rest > 0 ? whole + 1 : whole)
  }

  private static var attosecondsPerNanosecond: Int128 { 1_000_000_000 }
}
