// A task that the module uses has an empty name.
import TaskKit

#uses(task: "")
// 13: error: the used name is empty (from macro 'uses')
// 13: note: replace it with '"<#name#>"'
