// The name of a notification is empty.
import TaskKit

#notification("count", on: "") { print("counting") }
// 28: error: a notification needs a name, under which it is posted (from macro 'notification')
// 28: note: replace it with '"<#key#>"'
