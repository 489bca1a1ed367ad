package import Schedules

/// The time zones that answers can name.
package struct EditorZones: Sendable {
  /// Returns the names of all zones, sorted.
  let names: @Sendable () -> [String]
  /// Returns the zone with a name, or `nil` if no zone has the name.
  let zone: @Sendable (String) -> ScheduleZone?
  /// Returns the zone of schedules that do not name a zone.
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

  /// The names of the system's zones.
  ///
  /// They are listed only once, because listing them opens every file of the time zones.
  private static let systemNames = ScheduleZone.names()

  /// The time zones of this machine, which are read when an answer needs them.
  package static let system = EditorZones(
    names: { systemNames }, zone: { try? ScheduleZone($0) }, current: { .current })
}
