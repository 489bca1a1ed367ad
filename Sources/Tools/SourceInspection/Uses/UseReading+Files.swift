extension UseReading {
  /// Returns the units whose source exists, and reports sources that are gone or have changed.
  mutating func presentFiles(of units: [IndexUnit]) -> [UnitFile] {
    var gone: [IndexUnit] = []
    var changed: [IndexUnit] = []
    let files = units.compactMap { unit -> UnitFile? in
      guard let time = FileTime(of: unit.mainFile) else {
        gone.append(unit)
        return nil
      }
      if time > unit.written { changed.append(unit) }
      return UnitFile(unit: unit, changed: time)
    }
    report(gone, "is gone", "are gone")
    report(changed, "was changed", "were changed")
    return files
  }

  private mutating func report(_ units: [IndexUnit], _ one: String, _ several: String) {
    guard let first = units.first else { return }
    let others = units.count - 1
    let subject =
      switch others {
      case 0: "'\(first.mainFile)' \(one)"
      case 1: "'\(first.mainFile)' and 1 other source \(several)"
      default: "'\(first.mainFile)' and \(others) other sources \(several)"
      }
    gaps.append("\(subject) after the compiler wrote its index: build again.")
  }
}
