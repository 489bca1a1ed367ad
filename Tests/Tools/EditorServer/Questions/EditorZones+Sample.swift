import EditorServer
import Schedules

extension EditorZones {
  /// Two zones, the same on every machine.
  static let sample = EditorZones(
    names: { ["Europe/Stockholm", "UTC"] },
    zone: { name in
      switch name {
      case "UTC": .utc
      case "Europe/Stockholm": try? ScheduleZone(secondsFromUTC: 3_600)
      default: nil
      }
    }, current: { .utc })
}
