/** The pages before sign-in: small, and loaded together. */
export { ForgotPassword } from './ForgotPassword.tsx'
export { Join } from './Join.tsx'
export { ResetPassword } from './ResetPassword.tsx'
export { SetUp } from './SetUp.tsx'
export { SignIn } from './SignIn.tsx'
