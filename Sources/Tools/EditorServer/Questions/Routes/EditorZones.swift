package import Schedules

/// The time zones that answers may name.
package struct EditorZones: Sendable {
  /// Returns the names of all zones, sorted.
  let names: @Sendable () -> [String]
  /// Returns the zone of a name, or `nil` if there is none.
  let zone: @Sendable (String) -> ScheduleZone?
  /// Returns the zone of a schedule that names none.
  let current: @Sendable () -> ScheduleZone

  package init(
    names: @escaping @Sendable () -> [String],
    zone: @escaping @Sendable (String) -> ScheduleZone?,
    current: @escaping @Sendable () -> ScheduleZone
  ) {
    self.names = names
    self.zone = zone
    self.current = current
  }

  /// The names are listed once, as that takes a look at every file.
  private static let systemNames = ScheduleZone.names()

  /// The time zones of this machine, read when an answer needs one.
  package static let system = EditorZones(
    names: { systemNames }, zone: { try? ScheduleZone($0) }, current: { .current })
}
