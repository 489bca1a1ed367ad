import Foundation
import ProgramTestSupport
import Schedules
import Testing

/// The picture of the nights in which clocks change.
@Suite struct DaylightSavingPictureTests {
  /// The times of the circles in a group of the picture.
  private func drawn(_ group: String) throws -> [String] {
    let picture = Repository.file("Sources/TaskKit/TaskKit.docc/daylight-saving.svg")
    let text = try String(contentsOf: picture, encoding: .utf8)
    let start = try #require(text.firstRange(of: "<g id=\"\(group)\">")).upperBound
    let end = try #require(text[start...].firstRange(of: "</g>")).lowerBound
    return text[start..<end].matches(of: /data-time="([^"]+)"/).map { String($0.1) }
  }

  @Test(
    arguments: [
      ("spring-daily", "30 2 * * *"), ("spring-half-hourly", "*/30 * * * *"),
      ("autumn-daily", "30 2 * * *"), ("autumn-half-hourly", "*/30 * * * *"),
    ])
  func `The picture shows the runs of each schedule`(group: String, expression: String) throws {
    let zone = try ScheduleZone("Europe/Stockholm")
    let schedule = try Schedule.cron(expression, in: zone)
    let (start, end) =
      group.hasPrefix("spring")
      ? ("2024-03-31 00:00", "2024-03-31 03:01") : ("2024-10-26 23:30", "2024-10-27 02:31")
    let runs = schedule.dates(in: utc(start)..<utc(end)).map { local($0, in: zone) }
    #expect(try drawn(group) == runs)
  }
}
