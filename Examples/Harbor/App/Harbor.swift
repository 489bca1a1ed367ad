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

  /// Before the launch, as schedules would go by the clock of the system otherwise.
  func willLaunch(_ context: AppContext) async throws {
    HarborDay.prepare()
    try await CommandLineInterface.willLaunch(context)
  }

  func run(_ context: AppContext) async throws {
    try await CommandLineInterface.run(context)
  }
}
