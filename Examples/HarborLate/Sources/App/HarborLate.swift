import Foundation
import HarborAccounts
import HarborBerths
import HarborContracts
import HarborCustoms
import HarborNotices
import HarborWeather

/// A port whose container yard is opened when the desk is.
///
/// Nothing else differs from Harbor, and neither does the day: what the yard declares joins
/// in when it comes, as if it had been there from the start.
@main struct HarborLate: ModularApp {
  static let name = "harbor-late"

  func willLaunch(_ context: AppContext) async throws {
    // Before the modules are launched: their schedules go by the clock of the day.
    HarborDay.prepare()
  }

  func run(_ context: AppContext) async throws {
    let path = context.arguments.first ?? Self.besideProgram("libHarborCargo.so")
    do {
      try Bridge.load(moduleAt: path)
    } catch {
      throw AppExit(AppExit.failure.code, "\(error)")
    }
    let summary = try await HarborDay.run(in: context, speed: 1000) { moment in
      let module = moment.module.padding(toLength: 9, withPad: " ", startingAt: 0)
      print("\(moment.time)  \(module)  \(moment.text)")
    }
    print()
    for line in summary.lines { print(line) }
  }

  /// The path of a file in the folder of the program.
  private static func besideProgram(_ name: String) -> String {
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return program.deletingLastPathComponent().appending(path: name).path
  }
}
