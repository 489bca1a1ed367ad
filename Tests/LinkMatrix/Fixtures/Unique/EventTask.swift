import TaskKit

@EventTask("refresh", on: .idle) enum Refresh { static func run() {} }
