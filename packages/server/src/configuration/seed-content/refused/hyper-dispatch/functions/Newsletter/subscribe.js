export default function subscribe() {}
