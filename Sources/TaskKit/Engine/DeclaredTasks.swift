struct DeclaredTasks { static let process = DeclaredTasks(); func all() -> [TaskDefinition] { [] } }
