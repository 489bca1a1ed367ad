import Khala
import Pharos
import ProcessLifecycle
public import RecordFormat
import RheaTime
import TaskKit

extension Bridge {
  /// Sets one handler for the errors of all products.
  ///
  /// ```swift
  /// Bridge.handleErrors { error in logger.error("\(error)") }
  /// ```
  ///
  /// It takes the place of `errorHandler` of `Rhea`, `Khala`, `RelaySettings`, `TaskManager` and
  /// `Bridge`, and ends with the fresh state in which it is set. Outside of one it takes that of
  /// `ProcessLifecycle`, too, which belongs to the process.
  ///
  /// - Parameter handler: The handler. Called on whichever thread met the problem, with no
  ///   lock held.
  public static func handleErrors(_ handler: @escaping @Sendable (any ModularityError) -> Void) {
    Rhea.errorHandler = handler
    Khala.errorHandler = handler
    RelaySettings.errorHandler = handler
    TaskManager.shared.errorHandler = handler
    errorHandler = handler
    if BridgeCenter.current === BridgeCenter.process {
      ProcessLifecycle.errorHandler = handler
    }
  }
}
