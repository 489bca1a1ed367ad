import HarborAccounts
import HarborBerths
import HarborCargo
import HarborContracts
import HarborCustoms
import HarborNotices
import HarborWeather

/// A port's operations desk.
@main struct Harbor: ModularApp {
  static let name = "harbor"
  /// Which one this is: that of the package, as it comes with it.
  static let version = "0.1.0"

  func willLaunch(_ context: AppContext) async throws {
    try await CommandLineInterface.willLaunch(context)
    // Before the modules are launched: their schedules go by the clock of the day.
    HarborDay.prepare()
  }

  func run(_ context: AppContext) async throws {
    try await CommandLineInterface.run(context)
  }
}
